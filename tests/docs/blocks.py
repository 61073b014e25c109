#!/usr/bin/env python3
"""Runs the code blocks of pages and compares their output with the output on the page.

Usage: blocks.py --root ROOT --carom CAROM --work FOLDER [--python PYTHON] [--npm PACKAGE] [--build BUILD] [--update] PAGE...

The language of a block determines how it is run:

console, sh  Each line after "$ " (in sh, every line) is a command that must succeed. It runs in a directory that contains
             examples/. The lines below it must be its output. A line "..." matches any number of lines. The numbers that
             `carom bench` prints depend on the machine. Only its words and the positions of its numbers are compared.
python, c, cpp, js
             The block is a program that must succeed. If the next block has the language `output`, it is compared with the
             output. Each block is a complete program, except in Python, where it continues the earlier blocks of the page.
             A C block without main is compiled as the body of a function, with declarations of `contact`, `p`, `out`,
             `W` and `v`.
json         The block must be valid JSON. If the next command reads a file of this directory (`carom solve rod.json`), the
             block is written to this file.

The file skip.txt lists the blocks that cannot run here, with the reasons. --update writes the output into the page.
"""
import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys

# Declarations for C blocks without main.
FRAGMENT = """#include <carom/batch.h>
#include <carom/carom.h>
#include <carom/systems.h>
#include <carom/scenario.h>
#include <stdio.h>
#include <stdlib.h>
static carom_contact contact;
static carom_params p, contacts[4];
static carom_result out;
static const carom_law *law;
static carom_batch_in in;
static carom_batch_out answers;
static double W[16], v[4], a[4], b[4];
static int n, parts;
"""
HERE = os.path.dirname(os.path.abspath(__file__))


def blocks_of(text):
    """Yields (language, body, begin, end) of every fenced block, where begin and end are the offsets of the body."""
    for match in re.finditer(r"^(`{3,})([^\n`]*)\n(.*?)^\1[ ]*$", text, re.S | re.M):
        yield match[2].strip(), match[3], match.start(3), match.end(3)


def without_numbers(text):
    """Returns the text with every number replaced by N, so that outputs with different times are equal."""
    return re.sub(r"[ ]+", " ", re.sub(r"(?<![\w-])\d[\d.,]*(e[+-]?\d+)?", "N", text))


def matches(shown, printed):
    """Returns whether the printed text matches the text on the page, where a line "..." matches any lines."""
    shown = [line.rstrip() for line in shown.rstrip("\n").split("\n")]
    printed = [line.rstrip() for line in printed.rstrip("\n").split("\n")]
    pattern = "\n".join(r"(?:.*\n?)*?" if line == "..." else re.escape(line) for line in shown)
    pattern = pattern.replace("(?:.*\\n?)*?\n", "(?:.*\\n)*?")
    return re.fullmatch(pattern, "\n".join(printed)) is not None


class Runner:
    def __init__(self, asked):
        self.asked, self.failed, self.ran = asked, [], {}
        self.top = self.work = os.path.abspath(asked.work)
        shutil.rmtree(self.top, ignore_errors=True)
        tools = os.path.join(self.top, "bin")
        os.makedirs(tools)
        os.symlink(os.path.abspath(asked.carom), os.path.join(tools, "carom"))
        self.environment = dict(os.environ, PATH=tools + os.pathsep + os.environ["PATH"], MPLBACKEND="Agg", COLUMNS="120",
                                PYTHONDONTWRITEBYTECODE="1", PYTHONWARNINGS="ignore",
                                PYTHONPATH=os.path.join(asked.root, "adapters", "billiards"))
        with open(os.path.join(HERE, "skip.txt"), encoding="utf-8") as file:
            self.skip = {tuple(line.split(": ", 1)[:1] + [line.split(": ", 1)[1].rsplit(" :: ", 1)[0]]) for line in file if not line.startswith("#") and line.strip()}
        self.met = set()

    def run(self, words, text=None, shell=False):
        # A new process group, so that a command that takes too long is killed together with its children.
        with subprocess.Popen(words, shell=shell, cwd=self.work, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True) as process:
            try:
                out, err = process.communicate(text or "", timeout=120)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return 1, "", "took more than 120 s"
        return process.returncode, out, err

    def console(self, where, body, every):
        """Runs the commands of a block. Returns whether all succeeded and matched, and the body, with new output for --update."""
        out, good = [], True
        lines = body.rstrip("\n").split("\n")
        at = 0
        while at < len(lines):
            line = lines[at]
            at += 1
            if not (every or line.startswith("$ ")):
                continue
            command = line if every else line[2:]
            while command.endswith("\\") and at < len(lines):
                command = command[:-1] + lines[at].strip()
                at += 1
            shown = []
            while not every and at < len(lines) and not lines[at].startswith("$ "):
                shown.append(lines[at])
                at += 1
            if not command.strip() or command.startswith("#"):
                continue
            code, printed, err = self.run(command, shell=True)
            if code:
                good = False
                self.failed.append(f"{where}: {command}\n    ends with {code}: {err.strip()[:300]}")
            out.append(line)
            same = matches("\n".join(shown), printed) if not command.startswith("carom bench") else matches(
                without_numbers("\n".join(shown)), without_numbers(printed))
            if shown and not same:
                good = False
                if not self.asked.update:
                    self.failed.append(f"{where}: {command}\n    prints something else than the page shows:\n{printed[:1500]}")
            if self.asked.update and shown and "..." not in shown:
                out += printed.rstrip("\n").split("\n")
            else:
                out += shown
        return good, "\n".join(out) + "\n"

    def program(self, language, body, before):
        if language == "python":
            return self.run([self.asked.python, "-"], before + body)
        if language == "js":
            path = os.path.join(self.work, "program.mjs")
            with open(path, "w", encoding="utf-8") as file:
                file.write(body)
            modules = os.path.join(self.work, "node_modules")
            if not os.path.exists(modules):
                os.makedirs(modules)
                os.symlink(os.path.abspath(self.asked.npm), os.path.join(modules, "carom"))
            return self.run(["node", path])
        path = os.path.join(self.work, "program." + language)
        whole = "int main(" in body
        if not whole:
            inside = "\n".join(line for line in body.split("\n") if not line.startswith("#include"))
            body = (FRAGMENT + "\n".join(re.findall(r"^#include.*$", body, re.M))
                    + "\nvoid fragment(void);\nvoid fragment(void) {\n" + inside + "}\n")
        with open(path, "w", encoding="utf-8") as file:
            file.write(body)
        compiler = ["c++", "-std=c++20"] if language == "cpp" else ["cc", "-std=c17"]
        if not whole:
            return self.run([*compiler, "-fsyntax-only", "-I", os.path.join(self.asked.root, "include"), path])
        code, out, err = self.run([*compiler, "-Wall", "-Wno-missing-field-initializers", path, "-I",
                                   os.path.join(self.asked.root, "include"), "-L", self.asked.build, "-lcarom", "-lm",
                                   f"-Wl,-rpath,{os.path.abspath(self.asked.build)}", "-o", "program"])
        return (code, out, err) if code else self.run(["./program"])

    def page(self, path):
        full = os.path.join(self.asked.root, path)
        self.work = os.path.join(self.top, path.replace("/", "-"))
        os.makedirs(self.work)
        for name in ("examples", "docs"):
            os.symlink(os.path.join(self.asked.root, name), os.path.join(self.work, name))
        with open(full, encoding="utf-8") as file:
            text = file.read()
        changed, programs = [], {}
        found = list(blocks_of(text))
        for number, (language, body, begin, end) in enumerate(found):
            first = body.split("\n")[0].strip()
            where = f"{path}:{text.count(chr(10), 0, begin) + 1}"
            if (path, first) in self.skip:
                self.met.add((path, first))
                continue
            if language == "console" or language == "sh" or (language == "" and body.startswith("$ ")):
                good, now = self.console(where, body, language == "sh")
                if self.asked.update and now != body:
                    changed.append((begin, end, now))
            elif language == "json":
                try:
                    json.loads(body)
                except ValueError as error:
                    self.failed.append(f"{where}: {error}")
                # Writes the file that the next command reads.
                after = found[number + 1][1] if number + 1 < len(found) else ""
                named = re.search(r"^\$ carom \w+ (\w+\.json)", after)
                if named:
                    with open(os.path.join(self.work, named[1]), "w", encoding="utf-8") as file:
                        file.write(body)
            elif language in ("python", "c", "cpp", "js"):
                if not {"python": self.asked.python, "js": self.asked.npm}.get(language, self.asked.build):
                    self.ran["not asked for: " + language] = self.ran.get("not asked for: " + language, 0) + 1
                    continue
                before = "".join(programs.get(language, []))
                code, printed, err = self.program(language, body, f"import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()):\n"
                                                  f"    exec({before!r})\n" if before else "")
                programs.setdefault(language, []).append(body)
                if code:
                    self.failed.append(f"{where}: ends with {code}: {err.strip()[-600:]}")
                after = found[number + 1] if number + 1 < len(found) else ("", "", 0, 0)
                if after[0] == "output" and not text[end:after[2]].strip("`\n ").replace("output", ""):
                    if not matches(after[1], printed):
                        if self.asked.update:
                            changed.append((after[2], after[3], printed.rstrip("\n") + "\n"))
                        else:
                            self.failed.append(f"{where}: prints something else than the page shows:\n{printed[:1500]}")
            else:
                continue
            self.ran[language or "console"] = self.ran.get(language or "console", 0) + 1
        for begin, end, now in sorted(changed, reverse=True):
            text = text[:begin] + now + text[end:]
        if changed:
            with open(full, "w", encoding="utf-8") as file:
                file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--root", "--carom", "--work"):
        parser.add_argument(name, required=True)
    for name in ("--python", "--npm", "--build"):
        parser.add_argument(name, default="")
    parser.add_argument("--least", type=int, default=1, help="how many blocks must have run")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("pages", nargs="+")
    asked = parser.parse_args()
    asked.root = os.path.abspath(asked.root)
    for name in ("build", "python", "npm"):
        setattr(asked, name, os.path.abspath(getattr(asked, name)) if getattr(asked, name) else "")
    runner = Runner(asked)
    for page in asked.pages:
        runner.page(page)
    for page, first in sorted(runner.skip - runner.met):
        if page in asked.pages:
            runner.failed.append(f"skip.txt: {page} has no block that begins with: {first}")
    count = sum(number for name, number in runner.ran.items() if not name.startswith("not"))
    if count < asked.least:
        runner.failed.append(f"only {count} blocks ran, {asked.least} are wanted")
    print("\n".join(runner.failed) + "\n" if runner.failed else "", end="")
    print(f"docs: {count} blocks of {len(asked.pages)} pages run:", ", ".join(f"{n} {name}" for name, n in sorted(runner.ran.items())),
          f"; {len(runner.met)} cannot run here (skip.txt)" if runner.met else "", f"; {len(runner.failed)} fail" if runner.failed else "")
    return 1 if runner.failed else 0


if __name__ == "__main__":
    sys.exit(main())
