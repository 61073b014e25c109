"""Writes many faults of a file into one compilation: each is next to the original code, and its number selects it at
run time.

Compiling a fault alone costs a hundred times as much as running the test that notices it. Operands are evaluated once,
so `a - b` becomes ({ a_ = a; b_ = b; now == 17 ? a_ + b_ : a_ - b_; }). The operands are found with clang (Debian:
python3-clang). Faults that cannot be written this way (sizes of arrays, tables outside of functions, macros) are left
to the caller. With the number -2 the code runs unchanged and records which faults would have given another value. A
fault is then tried only on the tests that can notice it.
"""
import bisect
import re
import sys

from faults import ROOT

PRELUDE = """extern __attribute__((visibility("hidden"))) int carom_mutant_now;
extern __attribute__((visibility("hidden"))) unsigned char carom_mutant_seen[];
#define MUTANT(id) __builtin_expect(carom_mutant_now == (id), 0)
#define MUTANT_SEES(id, differs) ((void)(__builtin_expect(carom_mutant_now == -2, 0) && (differs) && (carom_mutant_seen[id] = 1)))
"""

# The switch that selects a fault. Limits of time and memory are set here and not by the parent process, so that
# starting a program is cheap.
SWITCH = """#include <fcntl.h>
#include <stdlib.h>
#include <stdio.h>
#include <unistd.h>
#include <sys/resource.h>
#include <sys/time.h>
__attribute__((visibility("hidden"))) int carom_mutant_now = -1;
__attribute__((visibility("hidden"))) unsigned char carom_mutant_seen[%d];
void carom_mutant_take(int number) { carom_mutant_now = number; }
unsigned char *carom_mutant_marks(unsigned long *count) {
    *count = sizeof carom_mutant_seen;
    return carom_mutant_seen;
}
__attribute__((constructor)) static void begin(void) {
    const char *now = getenv("MUTANT"), *seconds = getenv("MUTANT_SECONDS");
    if (now) carom_mutant_now = atoi(now);
    if (seconds) {
        const double s = atof(seconds);
        struct itimerval t = {.it_value = {(long)s, (long)((s - (double)(long)s) * 1e6)}};
        setitimer(ITIMER_PROF, &t, NULL);
        struct rlimit memory = {1ul << 31, 1ul << 31}, core = {0, 0};
        setrlimit(RLIMIT_AS, &memory);
        setrlimit(RLIMIT_CORE, &core);
    }
}
__attribute__((destructor)) static void end(void) {
    const char *seen = getenv("MUTANT_SEEN");
    if (!seen) return;
    char name[4096];
    snprintf(name, sizeof name, "%%s.%%d", seen, (int)getpid());
    FILE *out = fopen(name, "wb");
    if (!out) return;
    fwrite(carom_mutant_seen, 1, sizeof carom_mutant_seen, out);
    fclose(out);
}
"""


class Parsed:
    """Returns the operands of a file's operators, by the operator's offset; for a number, the place where it may be replaced."""

    def __init__(self, index, clang, file, unit_file, words):
        self.binary, self.unary, self.number, self.statement = {}, {}, {}, {}
        self.text = open(file, encoding="utf-8").read()
        raw = open(file, "rb").read()
        # The offsets of clang count bytes.
        self.at = None if len(raw) == len(self.text) else [len(raw[:i].decode("utf-8", "ignore")) for i in range(len(raw) + 1)]
        self.file, self.kinds = str(file), clang.CursorKind
        self.clang = clang
        unit = index.parse(str(unit_file), args=words)
        for cursor in unit.cursor.get_children():
            if cursor.location.file and cursor.location.file.name == self.file and cursor.kind == self.kinds.FUNCTION_DECL:
                self.walk(cursor)

    def span(self, cursor):
        a, b = cursor.extent.start.offset, cursor.extent.end.offset
        return (self.at[a], self.at[b]) if self.at else (a, b)

    def is_place(self, at):
        """Returns true if this is an index of an initialiser, as in [2] = x or [FIRST + 1] = x, and not a value."""
        return re.search(r"[{,]\s*\[[^\[\]{}]*$", self.text[max(0, at - 60):at]) is not None

    def walk(self, cursor):
        kinds, here = self.kinds, self.span(cursor)
        children = list(cursor.get_children())
        if cursor.kind == kinds.VAR_DECL:
            if cursor.storage_class == self.clang.StorageClass.STATIC:
                return
            equals = self.text.find("=", here[0], here[1])
            children = [c for c in children if equals >= 0 and self.span(c)[0] > equals]
        elif cursor.kind == kinds.COMPOUND_STMT:
            for child in children:
                if child.kind != kinds.DECL_STMT:
                    a, b = self.span(child)
                    self.statement[a] = b + 1
        elif cursor.kind == kinds.CASE_STMT:
            children = children[1:]
        elif cursor.kind in (kinds.ENUM_DECL, kinds.STRUCT_DECL, kinds.TYPEDEF_DECL, kinds.PARM_DECL):
            return
        elif cursor.kind in (kinds.BINARY_OPERATOR, kinds.COMPOUND_ASSIGNMENT_OPERATOR) and len(children) == 2:
            left, right = self.span(children[0]), self.span(children[1])
            if left[1] <= right[0]:
                between = re.sub(r"//[^\n]*|/\*.*?\*/", lambda m: " " * len(m[0]), self.text[left[1]:right[0]], flags=re.S)
                if between.strip() and not self.is_place(left[1]):
                    at = left[1] + len(between) - len(between.lstrip())
                    whole = cursor.type.get_canonical().kind in (self.clang.TypeKind.INT, self.clang.TypeKind.UINT,
                                                                 self.clang.TypeKind.LONG, self.clang.TypeKind.ULONG,
                                                                 self.clang.TypeKind.LONGLONG, self.clang.TypeKind.ULONGLONG)
                    pointer = cursor.type.get_canonical().kind == self.clang.TypeKind.POINTER
                    self.binary[at] = here, left, right, between.strip(), whole or pointer
        elif cursor.kind == kinds.UNARY_OPERATOR and children:
            if self.text[here[0]] in "-!" and self.text[here[0]:here[0] + 2] != "--":
                self.unary[here[0]] = here, self.span(children[0])
        elif cursor.kind in (kinds.INTEGER_LITERAL, kinds.FLOATING_LITERAL):
            if not self.is_place(here[0]):
                self.number[here[0]] = here
        for child in children:
            # A table that a function includes is in another file, and is skipped.
            if child.extent.start.file and child.extent.start.file.name == self.file:
                self.walk(child)


def load(words_of):
    try:
        import clang.cindex as clang
    except ImportError:
        sys.path.append("/usr/lib/python3/dist-packages")
        import clang.cindex as clang
    index = clang.Index.create()
    return lambda file, unit_file: Parsed(index, clang, file, unit_file, words_of(unit_file))


def edits_of(parsed, mutants):
    """Returns the edits as {span: parts}, the mutants that cannot be written this way, and those that remove no
    complete statement.

    A part is a text, or a span of the original text that may contain further edits.
    """
    edits, left, broken = {}, [], []
    group = {}
    for number, m in mutants:
        group.setdefault((m.start, m.end), []).append((number, m))
    for (start, end), some in group.items():
        kind = some[0][1].kind
        first = some[0][0]
        if kind == "statement" and parsed.statement.get(start) != end:
            broken += some
        elif kind == "statement":
            edits[start, end] = [f"{{ MUTANT_SEES({first}, 1); if (!MUTANT({first})) {{ ", (start, end), " } }"]
        elif kind == "constant" and parsed.number.get(start) == (start, end):
            edits[start, end] = [f"({{ MUTANT_SEES({first}, 1); MUTANT({first}) ? {some[0][1].new} : ", (start, end), "; })"]
        elif start in parsed.unary and not some[0][1].new:
            whole, inner = parsed.unary[start]
            op = parsed.text[start]
            edits[whole] = ["({ __auto_type a_ = (", inner, f"); MUTANT_SEES({first}, a_ != ({op}a_)); MUTANT({first}) ? "
                            + ("(a_ != 0)" if op == "!" else "a_") + f" : ({op}a_); }})"]
        elif start in parsed.binary and kind != "constant" and parsed.binary[start][3] == parsed.text[start:end]:
            whole, left_, right, op, careful = parsed.binary[start]
            if op in ("&&", "||"):
                # (a && b) is a ? b : a, and (a || b) is a ? a : b.
                flip = "" if op == "&&" else "!"
                edits[whole] = ["({ const int a_ = !!(", left_, f"); MUTANT_SEES({first}, 1); "
                                f"({flip}a_ ^ MUTANT({first})) ? !!(", right, ") : a_; })"]
            elif op.endswith("=") and op not in ("==", "!=", "<=", ">="):
                new = some[0][1].new
                edits[whole] = ["({ __auto_type a_ = &(", left_, "); __auto_type b_ = (", right,
                                f"); MUTANT_SEES({first}, 1); MUTANT({first}) ? (*a_ {new} b_) : (*a_ {op} b_); }})"]
            else:
                choice = " : ".join([f"MUTANT({n}) ? (a_ {m.new} b_)" for n, m in some] + [f"(a_ {op} b_)"])
                see = " ".join(f"MUTANT_SEES({n}, {'1' if careful else f'(a_ {m.new} b_) != (a_ {op} b_)'});" for n, m in some)
                edits[whole] = ["({ __auto_type a_ = (", left_, "); __auto_type b_ = (", right, f"); {see} {choice}; }})"]
        else:
            left += some
    return edits, left, broken


def refused(errors, edits, name_of):
    """Returns (name, text, begin and end of the line) of each fault that the compiler rejected in a file with edits; name_of maps
    compiler names to files.
    """
    for at, line in set(re.findall(r"^(\S+):(\d+):\d+: error", errors, re.M)):
        name = name_of(at)
        if name in edits:
            text = (ROOT / name).read_text()
            lines = [0] + [m.end() for m in re.finditer("\n", text)] + [len(text)]
            yield name, text, lines[int(line) - 1], lines[int(line)]


def take_out(edits, mutants, a, b):
    """Removes the edits that overlap a line. Returns the names of the faults in this line, which are tried another way."""
    for span in [s for s in edits if s[0] < b and s[1] > a]:
        del edits[span]
    return {m.name for _, m in mutants if m.start < b and m.end > a}


def written(text, edits):
    """Returns the text with every edit, nested edits included. The lines keep their numbers."""
    order = sorted(edits, key=lambda s: (s[0], -s[1]))
    begins = [s[0] for s in order]

    def render(start, end, without):
        out, at = [], start
        i = bisect.bisect_left(begins, start)
        while i < len(order) and order[i][0] < end:
            a, b = order[i]
            if a >= at and b <= end and (a, b) != without:
                out.append(text[at:a])
                for part in edits[a, b]:
                    out.append(part if isinstance(part, str) else render(part[0], part[1], (a, b)))
                at = b
            i += 1
        return "".join(out) + text[at:end]

    return render(0, len(text), None)
