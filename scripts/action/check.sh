#!/usr/bin/env bash
# A step of action.yml: checks contracts, annotates their lines, and writes SARIF where it is wanted.
set -euo pipefail
options=()
[[ "$NETWORK" == true ]] && options+=(--network)
[[ -n "$PROTOCOL" ]] && options+=(--protocol "$PROTOCOL")
dapikit() { node "$(dirname "$0")/../../packages/dapikit/bin/dapikit.cjs" "$@"; }

# A list may have several lines.
read -rd '' -a files <<<"$FILES" || true
if [[ "$SARIF" == true ]]; then
  report="${RUNNER_TEMP:-/tmp}/dapikit.sarif"
  # The exit code of the second run counts.
  dapikit check "${files[@]}" "${options[@]}" --format sarif >"$report" || true
  echo "sarif=$report" >>"$GITHUB_OUTPUT"
fi
dapikit check "${files[@]}" "${options[@]}" --format github
