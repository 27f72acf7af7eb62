#!/bin/sh
# Runs tests and adds up what they report.
#   tests/run.sh DIR:SUITE...      DIR: a build directory; SUITE: unit, golden, shell, prop, threads, browser
# Every test program ends with a line `N passed, N failed` or greatest's `Pass: N, fail: N, skip: N.`. One that
# prints no such line, dies, or takes too long counts as one failure. Failures are shown in full.
# Last line: the sum, `N passed, N failed`. Exit 1 when anything failed.
# JOBS: how many at once.  BLESS=1: shell tests rewrite their recorded outputs.  TEST_LIMIT: seconds for one program.
cd "$(dirname "$0")/.." || exit 1
: "${JOBS:=2}" "${TEST_LIMIT:=900}"

# ---- one job: run the command of DIR/N.cmd, leave N.log, N.sum ("passed failed"), N.name ------------------------------
if [ "$1" = --job ]; then
  dir=$2 n=$3
  name=$(cat "$dir/$n.name")
  start=$(date +%s)
  timeout -k 5 "$TEST_LIMIT" sh "$dir/$n.cmd" >"$dir/$n.log" 2>&1 </dev/null
  rc=$?
  took=$(($(date +%s) - start))
  # The last count line of the log, as "passed failed".
  sum=$(sed -n -e 's/^\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed.*/\1 \2/p' \
               -e 's/^Pass: \([0-9][0-9]*\), fail: \([0-9][0-9]*\), skip: .*/\1 \2/p' "$dir/$n.log" | tail -n 1)
  if [ -z "$sum" ]; then
    echo "(exit code $rc after $took s, and no count)" >>"$dir/$n.log"
    sum='0 1'
  elif [ $rc -ne 0 ] && [ "${sum#* }" = 0 ]; then
    echo "(all tests passed, yet exit code $rc after $took s)" >>"$dir/$n.log"
    sum="${sum% *} 1"
  fi
  echo "$sum" >"$dir/$n.sum"
  [ "${sum#* }" = 0 ] && word=ok || word=FAIL
  grep '^skipped: ' "$dir/$n.log"
  printf '%-4s  %-52s %6s passed %4s failed %5s s\n' $word "$name" "${sum% *}" "${sum#* }" $took
  exit 0
fi

# ---- the list of jobs ------------------------------------------------------------------------------------------------
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
jobs=0
job() { # NAME COMMAND
  jobs=$((jobs + 1))
  echo "$1" >"$dir/$jobs.name"
  printf '%s\n' "$2" >"$dir/$jobs.cmd"
}
programs() { # BUILD FOLDER PREFIX: the test programs for which there is a source
  for src in "$2"/$3*.c; do [ -e "$src" ] && echo "$1/${src%.c}"; done
}
for arg in "$@"; do
  build=${arg%:*} suite=${arg##*:}
  tag=$([ "$build" = build ] && echo '' || echo "${build##*/}: ")
  case $suite in
  unit)
    for f in lang compiler vm explore; do
      for p in $(programs "$build" tests/unit/$f test_); do job "${tag}unit $f/${p##*/}" "exec $p"; done
    done ;;
  prop)      # sanitizer builds try fewer programs by themselves
    for p in $(programs "$build" tests/prop prop_); do job "${tag}prop ${p##*/}" "exec $p"; done ;;
  golden)
    job "${tag}golden" "exec $build/dmc test tests/golden tests/models examples" ;;
  shell)
    for p in tests/shell/*.sh; do job "${tag}shell $(basename "$p" .sh)" "DMC=$build/dmc exec sh $p"; done ;;
  browser)
    job "${tag}browser" "DMC=$build/dmc exec sh tests/browser/run.sh" ;;
  threads)   # of the others what starts threads
    for p in unit/lang/test_base unit/vm/test_numbers unit/explore/test_pool unit/explore/test_team unit/explore/test_shards prop/prop_jobs; do
      job "$tag${p%%/*} ${p##*/}" "exec $build/tests/$p"
    done
    job "${tag}shell jobs" "DMC=$build/dmc exec sh tests/shell/jobs.sh" ;;
  *) echo "tests/run.sh: unknown suite '$suite'" >&2; exit 2 ;;
  esac
done

# Sanitizers speak with a code of their own, which no test expects.
export JOBS TEST_LIMIT BLESS
export TSAN_OPTIONS="${TSAN_OPTIONS:-exitcode=99 halt_on_error=1}"
export ASAN_OPTIONS="${ASAN_OPTIONS:-exitcode=99}" UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1:exitcode=99}"
i=0
while [ $i -lt $jobs ]; do i=$((i + 1)); echo $i; done | xargs -n 1 -P "$JOBS" sh "$0" --job "$dir"

# ---- the sum ---------------------------------------------------------------------------------------------------------
passed=0 failed=0 i=0
while [ $i -lt $jobs ]; do
  i=$((i + 1))
  read -r p f <"$dir/$i.sum" || { p=0 f=1; }
  passed=$((passed + p)) failed=$((failed + f))
  if [ "$f" != 0 ]; then
    echo
    echo "---- $(cat "$dir/$i.name"): $(cat "$dir/$i.cmd")"
    grep -v "^ok  " "$dir/$i.log"
  fi
done
echo
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
