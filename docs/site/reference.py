"""Pages made from what the code says of itself: headers, the Python and npm packages, the command, the tables."""
import ast
import glob
import json
import os
import re
import subprocess


def plain(text):
    """Text of a program as Markdown: only what stands between backticks keeps its own signs."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([\\*_<>\[\]$|#])", r"\\\1", part) for part in parts)


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def toctree(names, depth=1):
    return f"\n```{{toctree}}\n:maxdepth: {depth}\n\n" + "\n".join(names) + "\n```\n"


# ---- C: one page a header, by Breathe from what Doxygen reads.

def c_pages(root):
    pages, names = {}, []
    headers = sorted(os.path.basename(path) for path in glob.glob(os.path.join(root, "include", "carom", "*.h")))
    rows = []
    for header in headers:
        name = header[:-2]
        first = re.match(r"(?:// .*\n)*", read(root, "include", "carom", header))
        say = plain(re.split(r"(?<=[\w)])[.:;](?: |$)", " ".join(first[0].replace("//", "").split()))[0])
        rows.append(f"| [carom/{header}]({name}.md) | {say} |")
        body = f"```{{eval-rst}}\n.. doxygenfile:: carom/{header}\n   :sections: briefdescription detaileddescription innerclass public-attrib enum typedef func var\n```\n"
        pages[f"reference/c/{name}.md"] = f"# carom/{header}\n\n{body}"
        names.append(name)
    # carom.h first: it has one contact, with which most programs begin.
    names.sort(key=lambda name: (name != "carom", name))
    rows.sort(key=lambda row: "carom/carom.h" not in row)
    pages["reference/c/index.md"] = (
        "# The C library\n\n`carom/carom.h` has the functions of one contact. Include the other headers for other tasks.\n\n"
        "| header | |\n|---|---|\n" + "\n".join(rows) + "\n" + toctree(names))
    return pages


# ---- Python: what carom.__all__ names, by reading the sources.

def _python_exports(root):
    tree = ast.parse(read(root, "python", "carom", "__init__.py"))
    home = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 1 and node.module:
            for alias in node.names:
                home[alias.asname or alias.name] = (node.module, alias.name)
    exported = next(ast.literal_eval(node.value) for node in tree.body if isinstance(node, ast.Assign)
                    and getattr(node.targets[0], "id", "") == "__all__")
    return {name: home[name] for name in exported if name in home}, exported


def _docstring(node):
    text = ast.get_docstring(node) or ""
    if not text:
        return ""
    head, _, rest = text.partition("\n\n")
    out = [plain(head), ""]
    for part in re.split(r"\n\n(?=\S|\s+\S)", rest.strip("\n")):
        if part.strip():
            kind = "pycon" if ">>>" in part else "text"
            out += [f"```{kind}", part, "```", ""]
    # Neighbouring blocks of one kind are one block.
    return re.sub(r"```\n\n```text\n", "\n", "\n".join(out))


def _signature(node):
    text = ast.unparse(node.args)
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"({text}){result}"


def _member(node, indent):
    doc = _docstring(node)
    return f"{indent}{{py:method}} {node.name}{_signature(node)}\n\n{doc}\n{indent}\n"


def _python_thing(name, node):
    if isinstance(node, ast.FunctionDef):
        return f"`````{{py:function}} carom.{name}{_signature(node)}\n\n{_docstring(node)}\n`````\n"
    if isinstance(node, ast.ClassDef):
        out = [f"``````{{py:class}} carom.{name}\n", _docstring(node), ""]
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and not part.name.startswith("_"):
                if any(getattr(d, "id", "") == "overload" for d in part.decorator_list):
                    continue
                kind = "py:property" if any(getattr(d, "id", "") == "property" for d in part.decorator_list) else "py:method"
                signature = "" if kind == "py:property" else _signature(part)
                out += [f"`````{{{kind}}} {part.name}{signature}\n", _docstring(part), "`````", ""]
            elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name) and not part.target.id.startswith("_"):
                out += [f"`````{{py:attribute}} {part.target.id}\n:type: {ast.unparse(part.annotation)}\n`````", ""]
        return "\n".join(out) + "\n``````\n"
    return f"`````{{py:data}} carom.{name}\n`````\n"


def python_pages(root):
    homes, exported = _python_exports(root)
    found = {}
    for name, (module, original) in homes.items():
        body = ast.parse(read(root, "python", "carom", module + ".py")).body
        # What is a class for readers of types stands below `if TYPE_CHECKING`.
        for node in [inner for outer in body if isinstance(outer, ast.If) for inner in outer.body] + body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == original:
                found[name] = node  # of overloads the last, which is the one that runs
            elif isinstance(node, (ast.Assign, ast.AnnAssign)):
                target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
                if getattr(target, "id", "") == original:
                    found[name] = node
    functions = sorted((n for n in found if isinstance(found[n], ast.FunctionDef)), key=str.lower)
    classes = sorted((n for n in found if isinstance(found[n], ast.ClassDef)), key=str.lower)
    values = sorted((n for n in found if n not in functions and n not in classes), key=str.lower)
    pages = {"reference/python/functions.md": "# Functions\n\n" + "\n".join(_python_thing(n, found[n]) for n in functions),
             "reference/python/classes.md": "# Classes and values\n\n" + "\n".join(_python_thing(n, found[n]) for n in classes + values)}
    for module in ("plot", "autodiff"):
        tree = ast.parse(read(root, "python", "carom", module + ".py"))
        body = "\n".join(_python_thing(f"{module}.{node.name}", node) for node in tree.body
                         if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_"))
        pages[f"reference/python/{module}.md"] = f"# carom.{module}\n\n{_docstring(tree)}\n\n{body}"
    pages["reference/python/index.md"] = ("# The Python package\n\n[How to build and use it](../../python/README.md); what "
                                          "follows is made from its sources.\n" + toctree(["functions", "classes", "plot", "autodiff"], 2))
    return pages


# ---- npm: what index.ts exports, with its comments.

def _typescript_things(source):
    """(comment, declaration) of every exported interface, type, class, const and function."""
    pattern = re.compile(r"(?:/\*\*(?P<doc>(?:(?!\*/).)*?)\*/\s*)?^export (?P<kind>interface|type|class|const|function|async function) "
                         r"(?P<name>\w+)(?P<rest>[^\n]*)", re.S | re.M)
    for match in pattern.finditer(source):
        if match["rest"].startswith(" }") or "from " in match["rest"]:
            continue
        begin = match.start("kind")
        if match["kind"] in ("interface", "class"):
            end = source.index("\n}", begin) + 2
            text = source[begin:end]
        else:
            end = source.find(";\n", begin)
            text = source[begin:end + 1] if "{" not in match["rest"] or "= {" in match["rest"] else source[begin:source.index("{", match.start("rest"))]
        if match["kind"] == "class":
            text = _class_outline(text)
        elif "function" in match["kind"]:
            text = source[begin:source.index(" {\n", begin)] + ";"
        yield match["name"], re.sub(r"^\s*\* ?", "", match["doc"] or "", flags=re.M).strip(), text.rstrip()


def _class_outline(text):
    """A class without its bodies and what is private; comments stay."""
    out, keep, lines = [], True, text.split("\n")
    doc = []
    for line in lines:
        if re.match(r"^    /\*\*", line) or (doc and not doc[-1].rstrip().endswith("*/")):
            doc.append(line)
        elif re.match(r"^    \S", line) and not line.startswith("    }") and not line.startswith("    )"):
            if "private" not in line and not line.strip().startswith("constructor"):
                out += doc + [re.sub(r" \{$", ";", line)]
            doc = []
        elif re.match(r"^\S", line):
            out.append(line)
    return "\n".join(out)


def npm_pages(root):
    folder = os.path.join(root, "web", "carom", "src")
    index = read(folder, "index.ts")
    wanted = set(re.findall(r"\w+", " ".join(re.findall(r"^export (?:type )?\{([^}]*)\}", index, re.M)))) - {"type"}
    out = ["# The npm package\n", "[How to use it](../web/carom/README.md); what follows is made from its sources.\n"]
    for file in ["index.ts"] + sorted(name for name in os.listdir(folder) if name.endswith(".ts") and name != "index.ts"):
        for name, doc, text in _typescript_things(read(folder, file)):
            if file == "index.ts" or name in wanted:
                out += [f"## {name}\n", plain(doc) + "\n", "```typescript", text, "```\n"]
    return {"reference/npm.md": "\n".join(out)}


# ---- The command: every verb of verbs.def, by its own --help.

def verbs(root):
    return re.findall(r'^CAROM_VERB\((\w+), (\w+), "(.*)"\)', read(root, "cli", "verbs.def"), re.M)


def asked(carom, *words):
    done = subprocess.run([carom, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    if done.returncode:
        raise SystemExit(f"carom {' '.join(words)} fails: {done.stderr}")
    return done.stdout


def command_pages(root, carom):
    pages = {}
    tasks = dict(re.findall(r'^CAROM_TASK\((\w+), "(.*)"\)', read(root, "cli", "verbs.def"), re.M))
    index = ["# The command\n", "`carom VERB --help` prints these pages, `man carom-solve` too where carom is installed.\n"]
    for task, heading in tasks.items():
        index += [f"## {heading}\n", "| verb | |", "|---|---|"]
        index += [f"| [{name}]({name}.md) | {plain(say)} |" for name, of, say in verbs(root) if of == task] + [""]
    for name, _, summary in verbs(root):
        help_text = asked(carom, name, "--help").strip("\n")
        pages[f"reference/command/{name}.md"] = f"# carom {name}\n\n{plain(summary[0].upper() + summary[1:])}.\n\n```text\n{help_text}\n```\n"
    pages["reference/command/index.md"] = "\n".join(index) + toctree([name for name, _, _ in verbs(root)])
    return pages


# ---- The methods for several contacts: docs/several-contacts.md describes them.

def method_names(carom):
    """The methods for several contacts, as `carom solve --help` lists them."""
    return re.split(r",\s+", re.search(r"several\s+contacts,\s+--law\s+takes\s+(.*?),\s+all,\s+or\s+delassus", asked(carom, "solve", "--help"), re.S)[1])


# ---- Laws and devices: their pages stand in docs/laws; here only their order.

def law_names(root, carom):
    core = re.findall(r"^\|\[([a-z0-9-]+)\]\(\1\.md\)", read(root, "docs", "laws", "index.md"), re.M)
    listed = [name for name in re.findall(r"^  ([a-z0-9-]+) +(?:2D|3D)", asked(carom, "laws"), re.M) if name not in core]
    return core, listed


def law_pages(root, carom):
    core, devices = law_names(root, carom)
    at = "/docs/laws/"
    return {"theory/laws.md": "# The laws, one by one\n\n[What they share](../docs/laws/index.md).\n"
                              + toctree([at + "index"] + [at + name for name in core] + [at + "routh-in-space"]),
            "theory/devices.md": "# Contact models\n\nSprings and dashpots with a force over time; "
                                 "[what they share](../docs/compliant.md).\n" + toctree([at + name for name in devices])}


def parameter_pages(root, carom):
    """Every parameter of every law and device, as the tables have it."""
    core, devices = law_names(root, carom)
    meanings = {}
    for law in core + devices + method_names(carom):
        for param in json.loads(asked(carom, "laws", law, "--json"))["coefficients"]:
            meanings.setdefault(param["name"], param["meaning"])
    rows = []
    for name, meaning in meanings.items():
        rows += [f"``{name}``", f": {plain(meaning)}\n"]
    return {"reference/parameters.md": "# Parameters\n\nThe same names in files, in C, in Python, on npm and as `--NAME` on the command "
                                       "line; `carom laws NAME` says which of them a law reads, their ranges and what they are the ratio of.\n\n"
                                       + "\n".join(rows)}


def all_pages(root, carom):
    pages = {}
    for make in (c_pages, python_pages, npm_pages):
        pages.update(make(root))
    for make in (command_pages, law_pages, parameter_pages):
        pages.update(make(root, carom))
    return pages
