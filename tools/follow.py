#!/usr/bin/env python3
"""Follows one value through the house: which files its calls stay in, in which order.

    tools/follow.py FILE:FUNCTION:PARAMETER [--door MEMBER=FILE:FUNCTION ...] [--most STAYS,RETURNS]

How it counts. It starts in FUNCTION as PARAMETER and reads the code in the order it is written, branches one after the
other. The value is also every pointer to it, every part of it that is more than one number, a variable of a function's
own that it is put into, and a struct that a call it goes into returns or puts into such a variable. Numbers taken out
of it are numbers: arithmetic is no place. A call that takes the value is a visit to the file that defines the function,
and the function is then followed likewise, once: later calls of it are visits, and not followed again. Arguments are
visited before their call. Calls through a pointer are not followed, but for the doors that are named. A file and its
header are one place; a function of a header counts like any other. Visits to one place in a row are one stay; a stay in
a place that was left before is a return. What lies outside src/ is no place.

It needs clang, whose syntax tree it reads.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
HEADERS = [*ROOT.glob("include/carom/*.h"), *SOURCE.rglob("*.h")]
ENUMS = set(re.findall(r"typedef enum (\w+)", "\n".join(path.read_text() for path in HEADERS)))
NUMBER = r"(unsigned )?(char|int|long|long long)|unsigned|double|float|_Bool|bool|u?int\d+_t|size_t"
Node = Dict[str, Any]


def children(node: Node) -> List[Node]:
    return [child for child in node.get("inner", []) if child]


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in children(node):
        yield from nodes(child)


def number(node: Node) -> bool:
    type_ = re.sub(r"\b(const|volatile|enum)\b", "", node.get("type", {}).get("qualType", "")).strip()
    return type_ in ENUMS or bool(re.fullmatch(NUMBER, type_))


def has_body(node: Node) -> bool:
    return node["kind"] == "FunctionDecl" and any(child["kind"] == "CompoundStmt" for child in children(node))


class House:
    """Where every function of src/ is defined, and its syntax tree."""

    def __init__(self) -> None:
        self.headers: Dict[str, str] = {}
        self.sources: Dict[str, List[str]] = {}
        self.trees: Dict[str, Dict[str, Node]] = {}
        for path in sorted(SOURCE.rglob("*.[ch]")):
            name = str(path.relative_to(SOURCE))
            # A definition starts its line; its head may take several.
            for found in re.findall(r"^(?:[A-Za-z][\w \*]*?)\b(\w+)\([^;{}]*?\)\s*\{", path.read_text(), flags=re.M):
                if name.endswith(".h"):
                    self.headers.setdefault(found, name)
                else:
                    self.sources.setdefault(found, []).append(name)

    def place(self, name: str, seen_in: str) -> Optional[str]:
        """The file that defines it, as the source `seen_in` sees it."""
        if seen_in in self.sources.get(name, []):
            return seen_in
        if name in self.headers:
            return self.headers[name]
        others = self.sources.get(name, [])
        return others[0] if len(others) == 1 else None

    def tree(self, name: str, source: str) -> Optional[Node]:
        if source not in self.trees:
            flags = ["-std=c17", f"-I{ROOT}/include", f"-I{SOURCE}", "-fsyntax-only", "-Xclang", "-ast-dump=json"]
            told = subprocess.run(["clang", *flags, str(SOURCE / source)], stdout=subprocess.PIPE, check=True)
            self.trees[source] = {node["name"]: node for node in children(json.loads(told.stdout)) if has_body(node)}
        return self.trees[source].get(name)


class Trip:
    def __init__(self, house: House, doors: Dict[str, str]) -> None:
        self.house = house
        self.doors = doors
        self.visits: List[Tuple[str, str]] = []  # file, function
        self.passed: Set[Tuple[str, str]] = set()

    def is_value(self, node: Node, mine: Set[str]) -> bool:
        """Is the expression the value, or a part of it that is more than one number?"""
        kind, parts = node["kind"], children(node)
        if number(node):
            return False
        if kind == "DeclRefExpr":
            return node["referencedDecl"]["id"] in mine
        if kind in ("CallExpr", "ConditionalOperator"):
            return any(self.is_value(part, mine) for part in parts[1:])
        return any(self.is_value(part, mine) for part in (parts[:1] if kind == "ArraySubscriptExpr" else parts))

    def variables(self, node: Node) -> Set[str]:
        """The function's own variables in an expression: not what it was called with."""
        found = (n["referencedDecl"] for n in nodes(node) if n["kind"] == "DeclRefExpr")
        return {decl["id"] for decl in found if decl["kind"] == "VarDecl"}

    def follow(self, name: str, source: str, parameters: Set[int]) -> None:
        """Through the function as these of its parameters; `source` is where it was seen."""
        place = self.house.place(name, source)
        if place is None:
            return
        self.visits.append((re.sub(r"\.[ch]$", "", place), name))
        if (place, name) in self.passed:
            return
        self.passed.add((place, name))
        source = place if place.endswith(".c") else source
        tree = self.house.tree(name, source)
        if tree is None:
            return
        declared = [child["id"] for child in children(tree) if child["kind"] == "ParmVarDecl"]
        mine = {declared[i] for i in parameters if i < len(declared)}
        for child in children(tree):
            if child["kind"] == "CompoundStmt":
                self.read(child, source, mine)

    def read(self, node: Node, source: str, mine: Set[str]) -> None:
        for child in children(node):
            self.read(child, source, mine)
        kind, parts = node["kind"], children(node)
        if kind == "VarDecl" and not number(node) and any(self.is_value(part, mine) for part in parts):
            mine.add(node["id"])
        if kind == "BinaryOperator" and node["opcode"] == "=" and self.is_value(parts[1], mine):
            mine |= self.variables(parts[0])
        if kind == "CallExpr":
            self.call(node, source, mine)

    def call(self, node: Node, source: str, mine: Set[str]) -> None:
        callee, *arguments = children(node)
        given = {i for i, argument in enumerate(arguments) if self.is_value(argument, mine)}
        if not given:
            return
        named = [n["referencedDecl"] for n in nodes(callee) if n["kind"] == "DeclRefExpr"]
        members = [n["name"] for n in nodes(callee) if n["kind"] == "MemberExpr"]
        if named and named[0]["kind"] == "FunctionDecl":
            self.follow(named[0]["name"], source, given)
        elif members and members[0] in self.doors:
            file, _, name = self.doors[members[0]].rpartition(":")
            self.follow(name, file or source, given)
        for argument in arguments:
            type_ = argument["type"]["qualType"]
            if "*" in type_ and "const" not in type_:
                mine |= self.variables(argument)


def stays_of(visits: List[Tuple[str, str]]) -> List[Tuple[str, List[str]]]:
    stays: List[Tuple[str, List[str]]] = []
    for place, name in visits:
        if not stays or stays[-1][0] != place:
            stays.append((place, []))
        if name not in stays[-1][1]:
            stays[-1][1].append(name)
    return stays


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("start", help="as collide/collide.c:carom_collide:contact, the file from src/ on")
    parser.add_argument("--door", action="append", default=[], help="whom a call through this member of a struct calls")
    parser.add_argument("--most", help="fail above this: STAYS,RETURNS")
    args = parser.parse_args()
    file, function, parameter = args.start.split(":")
    house = House()
    tree = house.tree(function, file)
    if tree is None:
        sys.exit(f"follow: no function {function} in {file}")
    names = [child.get("name") for child in children(tree) if child["kind"] == "ParmVarDecl"]
    trip = Trip(house, dict(door.split("=") for door in args.door))
    trip.follow(function, file, {names.index(parameter)})

    stays, known = stays_of(trip.visits), set()
    for i, (place, functions) in enumerate(stays):
        print(f"{i + 1:3} {place}{' (again)' if place in known else ''}: {', '.join(functions)}")
        known.add(place)
    count, returns = len(stays), len(stays) - len(known)
    print(f"{args.start}: {count} stays, {returns} returns, {len(known)} places")
    if args.most:
        most_stays, most_returns = (int(x) for x in args.most.split(","))
        if count > most_stays or returns > most_returns:
            print(f"more than {most_stays} stays or {most_returns} returns")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
