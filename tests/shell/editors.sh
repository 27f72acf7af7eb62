#!/bin/sh
# The editor files: what is checked in is what `make editors` writes, it follows the words of the language, and editors take it.
. "$(dirname "$0")/common.inc"

name='the files are up to date'
sh docs/editors/generate.sh "$T/made" || not_ok 'generate.sh fails'
for f in vim/syntax/dmc.vim textmate/dmc.tmLanguage.json; do
  if cmp -s "docs/editors/$f" "$T/made/$f"; then ok; else not_ok "docs/editors/$f is out of date: run 'make editors'"; fi
done

name='a new word changes them'
sed 's/^WORD(skip, T_SKIP, STATEMENT)/&\nWORD(unless, T_UNLESS, STATEMENT)/; s/^WORD(int,.*/&\nWORD(rational, T_TYPENAME, TYPE)/' lang/words.def >"$T/words.def"
sed 's/^X(BI_LOCK,.*/&\nX(BI_PEEK, "peek", 1, BIF_PURE)/' compiler/intrinsics.def >"$T/intrinsics.def"
sh docs/editors/generate.sh "$T/new" "$T/words.def" "$T/intrinsics.def"
for f in vim/syntax/dmc.vim textmate/dmc.tmLanguage.json; do
  for word in unless rational peek; do
    if grep -q "\b$word\b" "$T/new/$f" && ! grep -q "\b$word\b" "docs/editors/$f"; then ok; else not_ok "$word is not in $f"; fi
  done
done

# Every reserved word of the list is one, and no other word of the list is.
name='the words are those of the lexer'
for word in $(sed -n -E 's/^WORD\(([A-Za-z]+), .*(STATEMENT|EXPRESSION|VALUE)\)/\1/p' lang/words.def); do
  model word.d <<END
int $word
Thread A { skip }
END
  exits 65 "$word is reserved" check "$T/word.d"
done
for word in $(sed -n -E 's/^WORD\(([A-Za-z]+), .*(ITEM|CLAUSE|QUANTIFIER|FAULT)\)/\1/p' lang/words.def); do
  model word.d <<END
int $word
Thread A { $word := $word + 1 }
END
  exits 0 "$word is a name, too" check "$T/word.d"
done

name='JSON' rc=
if command -v jq >/dev/null; then
  for f in docs/editors/textmate/*.json; do if jq . "$f" >/dev/null 2>"$T/err"; then ok; else not_ok "$f is not JSON"; fi; done
  [ "$(jq -r '.contributes.grammars[0].scopeName' docs/editors/textmate/package.json)" = "$(jq -r .scopeName docs/editors/textmate/dmc.tmLanguage.json)" ] && ok ||
    not_ok 'package.json and the grammar speak of different scopes'
fi

# Vim, where there is one with syntax highlighting: the groups of some words of tests/models/twophase.d and of a library file.
group() { # FILE PATTERN: the group of the first character of what matches
  vim -es -u NONE -i NONE -N --cmd "set rtp^=$PWD/docs/editors/vim" -c 'filetype on' -c 'syntax on' -c "edit $1" \
      -c "call cursor(1, 1) | call search('$2', 'c') | call writefile([&filetype . ' ' . synIDattr(synID(line('.'), col('.'), 1), 'name')], '$T/group')" \
      -c 'qa!' >/dev/null 2>&1 </dev/null
  cat "$T/group" 2>/dev/null
}
if command -v vim >/dev/null && vim --version | grep -q '+syntax' && [ -n "$(group tests/models/twophase.d x)" ]; then
  name=vim rc=
  for want in 'dmcExpect ^\/\/! expect' 'dmcComment ^\/\/ 7' 'dmcItem ^Thread' 'dmcItem ^fault' 'dmcFault crash Coord' 'dmcStatement receive' \
              'dmcStatement either' 'dmcClause after' 'dmcType bool all' 'dmcNumber 2$' 'dmcOperator exists' 'dmcConstant true$'; do
    equal "group of '${want#* }'" "$(group tests/models/twophase.d "${want#* }")" "dmc ${want%% *}"
  done
  equal 'a call' "$(group tests/models/philosophers.d 'lock(fork')" 'dmc dmcBuiltin'
  equal 'daemon Thread' "$(group tests/models/lockserver.d 'Thread Server')" 'dmc dmcItem'
  equal 'a thesis file' "$(group examples/papers/thesis_readers_writers.d '42' | cut -d' ' -f1)" dmc
  printf 'import std.stdio;\nvoid main() { writeln("D"); }\n' >"$T/other.d"
  case $(group "$T/other.d" main) in dmc*) not_ok 'a program in D is taken for a model' ;; *) ok ;; esac
fi
finish
