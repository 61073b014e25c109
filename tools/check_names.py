#!/usr/bin/env python3
"""Check public names for words that do not explain themselves.

Usage: check_names.py [ROOT [c|python|npm]...]    prints each such name and exits with 1 if there are any

It reads the functions, types and constants of include/carom, the public names of the Python package with their members and
arguments, and the exported names of the npm package with their members. Neither package need be installed.
"""
import ast
import pathlib
import re
import sys

# Words that must not be a part of a name. speed_before has the part "before"; beforehand does not.
WORDS = set("tell tells told also known knows reword reworded before give gives habit card broken promise promises several many device devices letters look".split())
# These words are allowed in other kinds of names. For example, a member may be the velocity before the impact.
ONLY_IN = {"before": ("type", "function"), "meaning": ("type",)}


def parts(name):
    """Returns the words of a name in lower case, for snake_case, camelCase or CAPITALS."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+", name)]


def bad(name, kind):
    return {word for word in parts(name.rpartition(".")[2]) if word in WORDS | set(ONLY_IN) and kind in ONLY_IN.get(word, (kind,))}


def c_names(root):
    for path in sorted((root / "include/carom").glob("*.h")):
        text = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
        for name in sorted(set(re.findall(r"\b(?:carom|CAROM)_\w+", text))):
            yield f"include/carom/{path.name}", name, "function"


def python_names(root):
    folder = root / "python/carom"
    modules = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))}
    listed = next(node.value for node in modules[folder / "__init__.py"].body
                  if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__")
    public = set(ast.literal_eval(listed))
    for path, tree in modules.items():
        if path.name == "_aliases.py":  # old names
            continue
        whole = path.name in ("plot.py", "autodiff.py")
        for node in tree.body:
            name = getattr(node, "name", "")
            if isinstance(node, ast.FunctionDef) and (name in public or whole and not name.startswith("_")):
                yield path.name, name, "function"
                yield from arguments(path.name, name, node)
            elif isinstance(node, ast.ClassDef) and name in public:
                yield path.name, name, "type"
                yield from members(path.name, node)


def arguments(file, owner, function):
    for argument in function.args.posonlyargs + function.args.args + function.args.kwonlyargs:
        if not argument.arg.startswith("_"):
            yield file, f"{owner}.{argument.arg}", "member"


def members(file, node):
    for item in node.body:
        if isinstance(item, ast.FunctionDef):
            if not item.name.startswith("_"):
                yield file, f"{node.name}.{item.name}", "member"
            if not item.name.startswith("_") or item.name == "__init__":
                yield from arguments(file, f"{node.name}.{item.name}", item)
            for target in (t for a in ast.walk(item) if isinstance(a, (ast.Assign, ast.AnnAssign)) for t in getattr(a, "targets", [getattr(a, "target", None)])):
                for one in target.elts if isinstance(target, ast.Tuple) else [target]:
                    if isinstance(one, ast.Attribute) and ast.unparse(one.value) == "self" and not one.attr.startswith("_"):
                        yield file, f"{node.name}.{one.attr}", "member"
        elif isinstance(item, (ast.Assign, ast.AnnAssign)):
            for target in getattr(item, "targets", [getattr(item, "target", None)]):
                if isinstance(target, ast.Name) and not target.id.startswith("_"):
                    yield file, f"{node.name}.{target.id}", "member"


def npm_names(root):
    """Yields the exported declarations of the sources, and the members of interfaces and classes that are not private."""
    for path in sorted((root / "web/carom/src").glob("*.ts")):
        if path.name == "exports.ts":  # the C functions
            continue
        text = re.sub(r"/\*.*?\*/|//.*", "", path.read_text(encoding="utf-8"), flags=re.S)
        for match in re.finditer(r"^export (?:async )?(?:declare )?(interface|type|class|function|const|enum) (\w+)([^\n]*)(\n(?:(?:[ \t}].*)?\n)*?\}|)", text, re.M):
            yield f"web/carom/src/{path.name}", match[2], "function" if match[1] in ("function", "const") else "type"
            if match[1] in ("interface", "class"):
                for name in re.findall(r"^ {4}(?!private|constructor|if|for|return|throw)(?:readonly |async |static )*(\w+)\??\s*[:(<]", match[4], re.M):
                    yield f"web/carom/src/{path.name}", f"{match[2]}.{name}", "member"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent)
    readers = {"c": c_names, "python": python_names, "npm": npm_names}
    found = 0
    for which in sys.argv[2:] or readers:
        names = list(readers[which](root))
        if len(names) < 100:
            print(f"{which}: only {len(names)} names were found")
            found += 1
        for file, name, kind in names:
            if words := bad(name, kind):
                print(f"{file}: {name}: {', '.join(sorted(words))}")
                found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
