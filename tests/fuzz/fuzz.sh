#!/bin/sh
# make fuzz-front: the front end under libFuzzer (clang) or AFL++, whichever is installed, for FUZZ_TIME seconds.
#   tests/fuzz/fuzz.sh BUILD [SECONDS]      MAKE: the make to call
# Starts from all models of the repository. Findings stay in BUILD/fuzz/found; exit 1 when there are any.
build=$1 seconds=${2:-60}
cd "$(dirname "$0")/../.." || exit 1
corpus=$build/fuzz/corpus found=$build/fuzz/found
mkdir -p "$corpus" "$found"
n=0
for f in examples/*.d stdlib/*.d bench/*.d tests/golden/*/*.d; do n=$((n + 1)); cp "$f" "$corpus/seed$n.d"; done
program=$build/fuzz/tests/fuzz/fuzz_frontend
if command -v clang >/dev/null 2>&1 && echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return d && n > 9; }' |
   clang -fsanitize=fuzzer -x c - -o "$build/fuzz/probe" 2>/dev/null; then
  ${MAKE:-make} B="$build/fuzz" CC=clang OPT='-O1 -g -fsanitize=fuzzer-no-link,address,undefined' \
    CFLAGS='-DDMC_LIBFUZZER -Wno-error' LDFLAGS=-fsanitize=fuzzer fuzz-program || exit 1
  "$program" -max_total_time="$seconds" -max_len=20000 -timeout=10 -rss_limit_mb=2048 -artifact_prefix="$found/" "$corpus"
  rc=$?
elif command -v afl-fuzz >/dev/null 2>&1; then
  ${MAKE:-make} B="$build/fuzz" CC="$(command -v afl-clang-fast || command -v afl-gcc)" CFLAGS=-Wno-error fuzz-program || exit 1
  AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 \
    timeout -s INT "$seconds" afl-fuzz -i "$corpus" -o "$found" -t 5000 -- "$program" @@
  ls "$found"/*/crashes/id* >/dev/null 2>&1 && rc=1 || rc=0
else
  echo 'fuzz: neither clang with libFuzzer nor afl-fuzz is installed; make test runs 10,000 mutated files without them'
  exit 0
fi
echo "fuzz: $(find "$found" -type f | grep -Ec '/(crash|leak|oom|timeout)-|/crashes/id') findings in $found"
exit $rc
