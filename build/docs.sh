#!/usr/bin/env bash
# Builds the documentation site into target/docs/site: ./dev docs.
#
# The site has the same Markdown as the repository. The navigation is made from docs/README.md, so
# that a page is listed once. A dead link or a page that is not in the index fails the build.
set -eu
cd "$(dirname "$0")/.."

command -v python3 >/dev/null 2>&1 || {
  printf 'python3 is missing: apt-get install python3 python3-venv\n' >&2
  exit 69
}
work=target/docs
venv=$work/venv
mkdir -p "$work"
if [ ! -f "$venv/installed" ] || [ build/docs/requirements.txt -nt "$venv/installed" ]; then
  rm -rf "$venv"
  python3 -m venv "$venv" || {
    printf 'python3 -m venv failed: apt-get install python3-venv\n' >&2
    exit 69
  }
  "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps \
    -r build/docs/requirements.txt
  : >"$venv/installed"
fi

rm -rf "$work/source" "$work/site"
mkdir -p "$work/source"
# Tracked files only. Links to sources and examples lead to copies of them.
git ls-files '*.md' 'docs/*' 'dist/*' 'bench/*.sh' LICENSE | while IFS= read -r file; do
  mkdir -p "$work/source/$(dirname "$file")"
  cp "$file" "$work/source/$file"
done
cp build/docs/site.css "$work/source/"
python3 build/docs/nav.py build/docs/mkdocs.yml docs/README.md >"$work/mkdocs.yml"
# The time of the commit, so that two builds have the same bytes.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) NO_MKDOCS_2_WARNING=1 \
  "$venv/bin/mkdocs" build --quiet --strict -f "$work/mkdocs.yml"
printf 'The site is in %s; holdfast docs serves it.\n' "$work/site"
