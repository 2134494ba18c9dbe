#!/usr/bin/env bash
# A step of action.yml: compares each contract that changed with the one of another git reference. A new contract has nothing to be compared with.
set -euo pipefail
[[ -n "$AGAINST" ]] || exit 0
options=()
[[ "$NETWORK" == true ]] && options+=(--network)
[[ -n "$PROTOCOL" ]] && options+=(--protocol "$PROTOCOL")
dapikit() { node "$(dirname "$0")/../../packages/dapikit/bin/dapikit.cjs" "$@"; }

# A list may have several lines.
read -rd '' -a files <<<"$FILES" || true
base="$(git merge-base "$AGAINST" HEAD)"
before="$(mktemp)"
trap 'rm -f "$before"' EXIT
status=0
while IFS= read -r -d '' file; do
  git show "$base:./$file" >"$before"
  dapikit diff "$before" "$file" "${options[@]}" --format github || status=1
done < <(git diff -z --name-only --diff-filter=M --relative "$base" -- "${files[@]/#/:(glob)}")
exit "$status"
