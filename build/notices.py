"""Prints the notices of a release: each library, its licence, and the texts that its jar contains.

usage: notices.py SBOM LIB
"""

import json
import pathlib
import re
import sys
import zipfile

TEXT = re.compile(r"(META-INF/)?(LICEN[CS]E|NOTICE|COPYRIGHT)([.-][A-Za-z0-9.-]*)?", re.IGNORECASE)


def licence(component):
    names = []
    for entry in component.get("licenses", []):
        given = entry.get("license", {})
        names.append(entry.get("expression") or given.get("id") or given.get("name"))
    return " OR ".join(name for name in names if name)


def texts(jar):
    archive = zipfile.ZipFile(jar)
    for name in sorted(archive.namelist()):
        if TEXT.fullmatch(name):
            yield archive.read(name).decode("utf-8", "replace").replace("\r\n", "\n").strip()


def main():
    bom = json.load(open(sys.argv[1], encoding="utf-8"))
    libraries = {}
    for component in bom["components"]:
        if component.get("group") != "io.holdfast":
            libraries[f"{component['name']}-{component['version']}"] = component
    print("Holdfast contains the following libraries.\n")
    found = {}
    used = set()
    for jar in sorted(pathlib.Path(sys.argv[2]).glob("*.jar")):
        if jar.name.startswith("holdfast-"):
            continue
        name = max((n for n in libraries if jar.stem.startswith(n)), key=len, default=None)
        if name is None:
            sys.exit(f"{jar.name} is not in the SBOM")
        used.add(name)
        for text in texts(jar):
            found.setdefault(text, []).append(jar.name)
    for name in sorted(used, key=str.lower):
        terms = licence(libraries[name])
        if not terms:
            sys.exit(f"{name} has no licence in the SBOM; look it up before it is released")
        print(f"{libraries[name]['group']}:{name}: {terms}")
    for text, jars in found.items():
        print("\n" + "=" * 80 + "\nFrom " + ", ".join(jars) + ":\n\n" + text)


main()
