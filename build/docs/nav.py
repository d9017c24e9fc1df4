"""Prints the settings of MkDocs with a navigation made from the sections of docs/README.md."""

import json
import re
import sys
from pathlib import Path


def sections(index):
    """Yields (heading, [(title, path)]) of the index page, in order."""
    heading, pages = None, []
    for line in Path(index).read_text().splitlines():
        if line.startswith("## "):
            if heading:
                yield heading, pages
            heading, pages = line[3:], []
        elif heading:
            for title, target in re.findall(r"\[([^\]]+)\]\(([^)#:]+\.md)\)", line):
                path = (Path("docs") / target).as_posix()
                while "/../" in path:
                    path = re.sub(r"[^/]+/\.\./", "", path, count=1)
                pages.append((title[0].upper() + title[1:], path))
    if heading:
        yield heading, pages


def main(settings, index):
    text = Path(settings).read_text().replace("../../target/docs/", "")
    lines = [text, "nav:", "  - Home: README.md"]
    for heading, pages in sections(index):
        lines.append(f"  - {json.dumps(heading)}:")
        lines += [f"    - {json.dumps(title)}: {path}" for title, path in pages]
    print("\n".join(lines))


main(*sys.argv[1:])
