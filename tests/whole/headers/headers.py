#!/usr/bin/env python3
"""Compiles every public header alone, and the examples in the comments of the headers.

Usage: headers.py alone INCLUDE CC CXX      each header by itself as C99, C17, C++11 and C++20, with -pedantic-errors
       headers.py examples INCLUDE CC       every example as C17, in a function of its own

An example is a run of comment lines, indented by three spaces, of which one ends in a semicolon; runs of one comment belong
together. It is compiled with its own header alone, and with the names of GIVEN, which stand for what a reader already has.
"""
import concurrent.futures
import os
import re
import subprocess
import sys

CONTACT = '#include "carom/laws.h"\n' "extern carom_contact c, contact; extern carom_params p, params; extern carom_result out;"
SYSTEM = '#include "carom/laws.h"\n' "extern double W[], v[], *after; extern carom_params contacts[]; extern void *memory; extern size_t bytes, n;"
GIVEN = {
    "batch.h": CONTACT.replace("out;", "unused;") + "extern double *W_nn, *W_nt, *W_tt, *v_n, *v_t, *mu, *P_n, *P_t; extern size_t n;"
               "extern const carom_law *law; extern int parts; extern size_t threads; extern int status;"
               "extern carom_batch_in in; extern carom_batch_out out;",
    "before.h": CONTACT, "body.h": '#include "carom/carom.h"\n' + "extern carom_result out;", "carom.h": "", "compliant.h": CONTACT, "compliant_base.h": CONTACT, "draw.h": "", "assembly.h": "",
    "enums.h": '#include "carom/outcome.h"\n' + "extern carom_result outcome;",
    "history.h": '#include "carom/compliant.h"\n' + CONTACT + "extern carom_result outcome;",
    "fit.h": '#include "carom/laws.h"\n', "jac.h": CONTACT, "many.h": SYSTEM,
    "many_batch.h": SYSTEM + "extern const carom_law *method; extern const double *mu; extern uint8_t *status; extern carom_system_params p;",
    "many_jac.h": '#include "carom/laws.h"\n' "extern carom_system s; extern carom_system_params p;",
    "mechanism.h": "extern double P[], u_after[], reactions[];",
    "mechanism_jac.h": "extern carom_mechanism m; extern carom_mechanism_slopes slopes; extern carom_impulse_slopes impulse;"
                       "extern carom_flight through; extern void *memory; extern size_t bytes; extern double scratch[], du_dq[], du_du[], Xi[];",
    "motion.h": '#include "carom/laws.h"\n' + "extern carom_params p;",
    "module.h": '#include "carom/compliant.h"\n',
    "outcomes.h": SYSTEM + "extern carom_system s;", "reach.h": CONTACT, "realise.h": "",
    "error.h": CONTACT + "extern carom_status status; extern const carom_law *law; extern carom_result outcome; extern char text[200];",
    "region.h": '#include "carom/carom.h"\n' + CONTACT + "extern carom_location l; extern double mu, P[3];",
    "scenario.h": "extern carom_error error; extern carom_motion after; extern void *memory; extern size_t bytes; extern carom_system_result out; extern carom_motion_result result;",
    "search.h": '#include "carom/carom.h"\n', "sensitivity.h": CONTACT,
    "siconos.h": SYSTEM + "extern carom_system_params p; extern carom_system_result out;",
    "solutions.h": CONTACT, "speed.h": '#include "carom/carom.h"\n' + CONTACT + "extern const carom_law *law;", "sweep.h": "", "translate.h": CONTACT, "why.h": CONTACT,
}


def examples(text):
    """The examples of a header: code of one comment, joined."""
    for comment in re.findall(r"(?:^//[^\n]*\n)+", text, re.M):
        runs = re.findall(r"(?:^//   [^\n]*\n)+", comment, re.M)
        code = [run for run in runs if re.search(r";[ ]*(//[^\n]*)?$", re.sub(r"^//", "", run, flags=re.M), re.M)]
        if code:
            yield re.sub(r"^//   ", "", "".join(code), flags=re.M)


def compiled(command, more, source):
    done = subprocess.run([*command, "-pedantic-errors", "-Wall", "-Wextra", "-Werror", *more, "-fsyntax-only", "-"], input=source, text=True,
                          capture_output=True, env={**os.environ, "LC_ALL": "C"})
    return done.returncode == 0, done.stderr


def main():
    kind, include = sys.argv[1], sys.argv[2]
    headers = sorted(name for name in os.listdir(os.path.join(include, "carom")) if name.endswith(".h"))
    tasks, more = [], ["-Wno-unused", "-Wno-unknown-pragmas", "-Wno-uninitialized"] if kind == "examples" else []
    if kind == "alone":
        for language, compiler, standards in (("c", sys.argv[3], ("c99", "c17")), ("c++", sys.argv[4], ("c++11", "c++20"))):
            for standard in standards:
                for name in headers:
                    command = [*compiler.split(), "-x", language, f"-std={standard}", f"-I{include}"]
                    tasks.append((f"{name} as {standard}", command, f'#include "carom/{name}"\n'))
    else:
        command = [*sys.argv[3].split(), "-x", "c", "-std=c17", f"-I{include}"]
        for name in headers:
            with open(os.path.join(include, "carom", name), encoding="utf-8") as file:
                found = list(examples(file.read()))
            if bool(found) != (name in GIVEN):
                print(f"{name}: {'an example, but no names in GIVEN' if found else 'no example found, though GIVEN has names for one'}")
                return 1
            for i, code in enumerate(found):
                source = f'#include "carom/{name}"\n#include <stdlib.h>\n#include <stdio.h>\n{GIVEN[name]}\nvoid example(void);\n' \
                         f"void example(void) {{\n{code}}}\n"
                tasks.append((f"{name}, example {i + 1}", command, source))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda task: compiled(task[1], more, task[2]), tasks))
    wrong = [(task, said) for task, (fine, said) in zip(tasks, results) if not fine]
    for (what, _, source), said in wrong:
        print(f"{what} does not compile:\n{said}{source if kind == 'examples' else ''}")
    print(f"{len(tasks) - len(wrong)} of {len(tasks)} compile")
    return 1 if wrong or not tasks else 0


sys.exit(main())
