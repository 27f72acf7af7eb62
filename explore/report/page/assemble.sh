#!/bin/sh
# Writes the page as one file: page.html with the style and the scripts in their places, and in its Content-Security-Policy their
# hashes, so that nothing else in the page can run. What is left open is {{data}}.
cd "$(dirname "$0")" || exit 1
scripts='trace.js lanes.js panes.js page.js'
hash() { # standard input as CSP has it: base64 of the SHA-256
  hex=$(sha256sum | cut -c1-64)
  while [ -n "$hex" ]; do
    rest=${hex#??}
    printf "\\$(printf %03o "0x${hex%"$rest"}")"
    hex=$rest
  done | base64
}
# What stands between the tags, beginning with the line end after the first.
style() { echo; cat page.css; }
script() { echo; cat $scripts; }
csp="default-src 'none'; style-src 'sha256-$(style | hash)'; script-src 'sha256-$(script | hash)'; base-uri 'none'; form-action 'none'"
while IFS= read -r line; do
  case $line in
  '{{style}}') cat page.css ;;
  '{{script}}') cat $scripts ;;
  *) printf '%s\n' "$line" | sed "s|{{csp}}|$csp|" ;;
  esac
done <page.html
