"""Lists the faults that tools/mutate.py and tools/mutate_elsewhere.py insert: the place, the replacement and the name of each."""
import collections
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
Mutant = collections.namedtuple("Mutant", "file start end new name kind")
COMPARE = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="]}
SWAP = {"+": "-", "-": "+", "*": "/", "/": "*", "&&": "||", "||": "&&", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*="}
TOKEN = re.compile(r"""(?P<skip>//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|^[ ]*\#(?:\\\n|[^\n])*)
  |(?P<number>(?<![\w.])(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.]))
  |(?P<op>->|\+\+|--|<<|>>|[-+*/<>=!&|]=|&&|\|\||[-+*/<>!])""", re.X | re.S | re.M)
STATEMENT = re.compile(r"(?<=[;{}\n])\n(?P<indent>[ ]+)(?P<text>(?:(?!\b(?:return|const|static|struct|typedef|else|for|case|default)\b)"
                       r"[a-z_*(][^;{}]*?|continue|break);)(?=[^\n]*\n)")
# A statement that begins with a type is a declaration. It is not removed, because the code would not compile without
# it.
DECLARES = re.compile(r"^(?:double|int|bool|char|size_t|unsigned|carom_\w+|\w+_t)\s+\*?\w+\s*(?:[=;,\[]|$)")


# Matches a declaration up to an open bracket that contains a size.
SIZE = re.compile(r"^\s*(?!return|else)(?:static |const )*\w+ \*?\w+(?:\[[^\]=(]*\]|, \*?\w+)*\[[^\]]*$"
                  r"|\b(?:double|int|char|bool|uint64_t|carom_\w+) \w+(?:\[[^\]]*\])*\[[^\]]*$")


def put(path, text):
    """Writes the file only if its contents change, so that files built from it stay up to date."""
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def constant(text):
    """Returns another number in the place of this one."""
    if re.fullmatch(r"\d+", text):
        return str(int(text) + 1)
    return "1.0" if float(text) == 0.0 else f"(2.0 * {text})"


def mutants_of(path):
    """Returns every fault of a file, named by the text of its line, so that the name survives other changes of the file."""
    text = path.read_text()
    where = path.relative_to(ROOT).as_posix()
    skipped, found, seen = [], [], collections.Counter()

    def add(start, end, new, kind):
        first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
        line = " ".join(text[first:last].split())
        earlier = text[first:start].count(text[start:end])
        name = f"{where}: {line} :: {kind} {' '.join(text[start:end].split())} -> {new or 'nothing'}"
        name += f" ({earlier + 1})" if earlier else ""
        seen[name] += 1
        # A pointer `const T *p` is not a product, and a larger array is not a fault. Neither is selected.
        if SIZE.search(text[first:start]) or text[start - 1:end] == " *" and text[end] != " ":
            kind = "none"
        found.append(Mutant(where, start, end, new, name + (f" [{seen[name]}]" if seen[name] > 1 else ""), kind))

    for token in TOKEN.finditer(text):
        if token["skip"] is not None:
            skipped.append(token.span())
            continue
        start, end = token.span()
        before = text[max(0, start - 60):start].rstrip()
        # Numbers in tables and in declarations of fixed sizes are not changed, because they belong to the interface.
        if token["number"]:
            if before[-1:] != "[" or text[end:end + 1] != "]" or int(float(token["number"])) < 2:
                add(start, end, constant(token["number"]), "constant")
            continue
        op = token["op"]
        binary = re.search(r"[\w)\]]$", before) and not before.endswith("return")
        if op in COMPARE and binary:
            for new in COMPARE[op]:
                add(start, end, new, "comparison")
        elif op in SWAP and binary:
            # `double *p` and `const T *p` are not products.
            if not (op == "*" and re.search(r"(?:\b(?:double|int|char|void|const|bool|size_t)|\bcarom_\w+|_t)$", before)
                    and text[start - 1] == " " and text[end] != " "):
                add(start, end, SWAP[op], "operator")
        elif op in ("!", "-") and not binary:
            add(start, end, "", "operator")
    for found_at in STATEMENT.finditer(text):
        start, end = found_at.span("text")
        if not DECLARES.match(found_at["text"]) and not any(a <= start < b for a, b in skipped) and "//" not in found_at["text"]:
            add(start, end, ";", "statement")
    return found
