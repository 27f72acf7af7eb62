/* tests/greatest.h -- the macros our unit tests are written in.
 * Where the system has the greatest test header we use it; else this file provides the same public macros, as far as
 * C tests of our kind need them: tests, suites, assertions, setup and teardown, a small command line.
 *
 *   TEST adds(void) { ASSERT_EQ(2, 1 + 1); PASS(); }
 *   SUITE(sums) { RUN_TEST(adds); }
 *   GREATEST_MAIN_DEFS();
 *   int main(int argc, char **argv) { GREATEST_MAIN_BEGIN(); RUN_SUITE(sums); GREATEST_MAIN_END(); }
 *
 * A test is a function that returns a verdict; an assertion that fails notes what and where, and returns from it.
 * The last line of a program is `Pass: n, fail: n, skip: n.`, which tests/run.sh adds up. */
#ifndef TESTS_GREATEST_H
#define TESTS_GREATEST_H

#if defined(__has_include) && !defined(DMC_OWN_GREATEST)
#if __has_include(<greatest.h>)
#define DMC_SYSTEM_GREATEST 1
#endif
#endif

#ifdef DMC_SYSTEM_GREATEST
#include <greatest.h>
#else

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef GREATEST_STDOUT
#define GREATEST_STDOUT stdout
#endif

enum greatest_test_res { GREATEST_TEST_RES_PASS = 0, GREATEST_TEST_RES_FAIL = -1, GREATEST_TEST_RES_SKIP = 1 };
typedef void greatest_setup_cb(void *udata);
typedef void greatest_teardown_cb(void *udata);
typedef const char *greatest_enum_str_fun(int value);

/* Everything known about the run. One program, one of these. */
typedef struct {
  unsigned passed, failed, skipped, assertions;
  const char *message;                 /* of the newest verdict; NULL: none */
  const char *file;                    /* of the newest failure */
  unsigned line;
  greatest_setup_cb *setup;
  void *setup_udata;
  greatest_teardown_cb *teardown;
  void *teardown_udata;
  const char *suite;                   /* now running; NULL between suites */
  const char *only_suite, *only_test;  /* -s, -t: run names that contain this */
  bool verbose, first_fail, list;      /* -v, -f, -l */
} greatest_run_info;

struct greatest_report_t { unsigned passed, failed, skipped, assertions; };

extern greatest_run_info greatest_info;
void greatest_parse_options(int argc, char **argv);
int greatest_test_pre(const char *name);                 /* 0: leave this test out */
void greatest_test_post(const char *name, int res);
void greatest_run_suite(void (*suite)(void), const char *name);
int greatest_fail_at(const char *file, unsigned line, const char *message);
int greatest_same_text(const char *expected, const char *got, size_t n, bool bounded);
int greatest_same_bytes(const void *expected, const void *got, size_t n);
int greatest_summary(void);
void greatest_get_report(struct greatest_report_t *report);

/* Definitions. */
#define GREATEST_TEST static enum greatest_test_res
#define GREATEST_SUITE(NAME) void NAME(void); void NAME(void)
#define GREATEST_SUITE_EXTERN(NAME) void NAME(void)

/* Running. */
#define GREATEST_RUN_SUITE(NAME) greatest_run_suite(NAME, #NAME)
#define GREATEST_RUN_CALL(NAME_TEXT, CALL)                                                            \
  do {                                                                                                \
    if (greatest_test_pre(NAME_TEXT)) greatest_test_post(NAME_TEXT, (int)(CALL));                     \
  } while (0)
#define GREATEST_RUN_TEST(TEST_NAME)        GREATEST_RUN_CALL(#TEST_NAME, TEST_NAME())
#define GREATEST_RUN_TEST1(TEST_NAME, ENV)  GREATEST_RUN_CALL(#TEST_NAME, TEST_NAME(ENV))
#define GREATEST_RUN_TESTp(TEST_NAME, ...)  GREATEST_RUN_CALL(#TEST_NAME, TEST_NAME(__VA_ARGS__))
#define GREATEST_SET_SETUP_CB(CB, UDATA)    (greatest_info.setup = (CB), greatest_info.setup_udata = (UDATA))
#define GREATEST_SET_TEARDOWN_CB(CB, UDATA) (greatest_info.teardown = (CB), greatest_info.teardown_udata = (UDATA))

/* Verdicts. */
#define GREATEST_PASSm(MSG) do { greatest_info.message = (MSG); return GREATEST_TEST_RES_PASS; } while (0)
#define GREATEST_SKIPm(MSG) do { greatest_info.message = (MSG); return GREATEST_TEST_RES_SKIP; } while (0)
#define GREATEST_FAILm(MSG)                                                                           \
  do {                                                                                                \
    greatest_fail_at(__FILE__, __LINE__, (MSG));                                                      \
    return GREATEST_TEST_RES_FAIL;                                                                    \
  } while (0)
#define GREATEST_PASS() GREATEST_PASSm(NULL)
#define GREATEST_SKIP() GREATEST_SKIPm(NULL)
#define GREATEST_FAIL() GREATEST_FAILm(NULL)
#define GREATEST_CHECK_CALL(CALL)                                                                     \
  do {                                                                                                \
    enum greatest_test_res greatest_res_ = (CALL);                                                    \
    if (greatest_res_ != GREATEST_TEST_RES_PASS) return greatest_res_;                                \
  } while (0)

/* Assertions. The form with `m` takes a message first. Each evaluates its arguments once. */
#define GREATEST_ASSERTm(MSG, COND)                                                                   \
  do { greatest_info.assertions++; if (!(COND)) GREATEST_FAILm(MSG); } while (0)
#define GREATEST_ASSERT_FALSEm(MSG, COND) GREATEST_ASSERTm(MSG, !(COND))
#define GREATEST_ASSERT_EQm(MSG, EXP, GOT)  GREATEST_ASSERTm(MSG, (EXP) == (GOT))
#define GREATEST_ASSERT_NEQm(MSG, EXP, GOT) GREATEST_ASSERTm(MSG, (EXP) != (GOT))
#define GREATEST_ASSERT_GTm(MSG, X, Y)      GREATEST_ASSERTm(MSG, (X) > (Y))
#define GREATEST_ASSERT_GTEm(MSG, X, Y)     GREATEST_ASSERTm(MSG, (X) >= (Y))
#define GREATEST_ASSERT_LTm(MSG, X, Y)      GREATEST_ASSERTm(MSG, (X) < (Y))
#define GREATEST_ASSERT_LTEm(MSG, X, Y)     GREATEST_ASSERTm(MSG, (X) <= (Y))
#define GREATEST_ASSERT_EQ_FMTm(MSG, EXP, GOT, FMT)                                                   \
  do {                                                                                                \
    const __typeof__(1 ? (EXP) : (EXP)) greatest_exp_ = (EXP);                                        \
    const __typeof__(1 ? (GOT) : (GOT)) greatest_got_ = (GOT);                                        \
    greatest_info.assertions++;                                                                       \
    if (!(greatest_exp_ == greatest_got_)) {                                                          \
      fprintf(GREATEST_STDOUT, "\nexpected: " FMT "\n     got: " FMT "\n", greatest_exp_, greatest_got_); \
      GREATEST_FAILm(MSG);                                                                            \
    }                                                                                                 \
  } while (0)
#define GREATEST_ASSERT_ENUM_EQm(MSG, EXP, GOT, NAME_OF)                                              \
  do {                                                                                                \
    const int greatest_exp_ = (int)(EXP), greatest_got_ = (int)(GOT);                                 \
    greatest_info.assertions++;                                                                       \
    if (greatest_exp_ != greatest_got_) {                                                             \
      fprintf(GREATEST_STDOUT, "\nexpected: %s\n     got: %s\n", NAME_OF(greatest_exp_), NAME_OF(greatest_got_)); \
      GREATEST_FAILm(MSG);                                                                            \
    }                                                                                                 \
  } while (0)
#define GREATEST_ASSERT_IN_RANGEm(MSG, EXP, GOT, TOL)                                                 \
  do {                                                                                                \
    const double greatest_exp_ = (double)(EXP), greatest_got_ = (double)(GOT), greatest_tol_ = (double)(TOL); \
    greatest_info.assertions++;                                                                       \
    if (greatest_got_ > greatest_exp_ + greatest_tol_ || greatest_got_ < greatest_exp_ - greatest_tol_) { \
      fprintf(GREATEST_STDOUT, "\nexpected: %g +/- %g\n     got: %g\n", greatest_exp_, greatest_tol_, greatest_got_); \
      GREATEST_FAILm(MSG);                                                                            \
    }                                                                                                 \
  } while (0)
#define GREATEST_ASSERT_STR_EQm(MSG, EXP, GOT)     GREATEST_ASSERTm(MSG, greatest_same_text((EXP), (GOT), 0, false))
#define GREATEST_ASSERT_STRN_EQm(MSG, EXP, GOT, N) GREATEST_ASSERTm(MSG, greatest_same_text((EXP), (GOT), (N), true))
#define GREATEST_ASSERT_MEM_EQm(MSG, EXP, GOT, N)  GREATEST_ASSERTm(MSG, greatest_same_bytes((EXP), (GOT), (N)))

#define GREATEST_ASSERT(COND)                   GREATEST_ASSERTm(#COND, COND)
#define GREATEST_ASSERT_FALSE(COND)             GREATEST_ASSERT_FALSEm("not: " #COND, COND)
#define GREATEST_ASSERT_EQ(EXP, GOT)            GREATEST_ASSERT_EQm(#EXP " == " #GOT, EXP, GOT)
#define GREATEST_ASSERT_NEQ(EXP, GOT)           GREATEST_ASSERT_NEQm(#EXP " != " #GOT, EXP, GOT)
#define GREATEST_ASSERT_GT(X, Y)                GREATEST_ASSERT_GTm(#X " > " #Y, X, Y)
#define GREATEST_ASSERT_GTE(X, Y)               GREATEST_ASSERT_GTEm(#X " >= " #Y, X, Y)
#define GREATEST_ASSERT_LT(X, Y)                GREATEST_ASSERT_LTm(#X " < " #Y, X, Y)
#define GREATEST_ASSERT_LTE(X, Y)               GREATEST_ASSERT_LTEm(#X " <= " #Y, X, Y)
#define GREATEST_ASSERT_EQ_FMT(EXP, GOT, FMT)   GREATEST_ASSERT_EQ_FMTm(#EXP " == " #GOT, EXP, GOT, FMT)
#define GREATEST_ASSERT_ENUM_EQ(EXP, GOT, NAME_OF) GREATEST_ASSERT_ENUM_EQm(#EXP " == " #GOT, EXP, GOT, NAME_OF)
#define GREATEST_ASSERT_IN_RANGE(EXP, GOT, TOL) GREATEST_ASSERT_IN_RANGEm(#EXP " ~ " #GOT, EXP, GOT, TOL)
#define GREATEST_ASSERT_STR_EQ(EXP, GOT)        GREATEST_ASSERT_STR_EQm(#EXP " == " #GOT, EXP, GOT)
#define GREATEST_ASSERT_STRN_EQ(EXP, GOT, N)    GREATEST_ASSERT_STRN_EQm(#EXP " == " #GOT, EXP, GOT, N)
#define GREATEST_ASSERT_MEM_EQ(EXP, GOT, N)     GREATEST_ASSERT_MEM_EQm(#EXP " == " #GOT, EXP, GOT, N)

/* The frame of a program. */
#define GREATEST_MAIN_BEGIN() greatest_parse_options(argc, argv)
#define GREATEST_PRINT_REPORT() greatest_summary()
#define GREATEST_MAIN_END() return greatest_summary()
#define GREATEST_MAIN_DEFS()                                                                          \
  greatest_run_info greatest_info;                                                                    \
  static bool greatest_wanted(const char *name, const char *part) { return !part || strstr(name, part) != NULL; } \
  static void greatest_usage(const char *prog) {                                                      \
    fprintf(GREATEST_STDOUT, "usage: %s [-v] [-f] [-l] [-s SUITE] [-t TEST]\n"                        \
      "  -v names every test   -f stops at the first failure   -l lists the tests\n"                  \
      "  -s, -t run only suites, tests whose name contains the word\n", prog);                        \
  }                                                                                                   \
  static void greatest_option(char **argv, int argc, int *i) {                                        \
    const char *o = argv[*i];                                                                         \
    if (!strcmp(o, "-v")) greatest_info.verbose = true;                                               \
    else if (!strcmp(o, "-f")) greatest_info.first_fail = true;                                       \
    else if (!strcmp(o, "-l")) greatest_info.list = true;                                             \
    else if (!strcmp(o, "-s") && *i + 1 < argc) greatest_info.only_suite = argv[++*i];                \
    else if (!strcmp(o, "-t") && *i + 1 < argc) greatest_info.only_test = argv[++*i];                 \
    else { greatest_usage(argv[0]); exit(strcmp(o, "-h") ? EXIT_FAILURE : EXIT_SUCCESS); }            \
  }                                                                                                   \
  void greatest_parse_options(int argc, char **argv) {                                                \
    memset(&greatest_info, 0, sizeof greatest_info);                                                  \
    for (int i = 1; i < argc; i++) greatest_option(argv, argc, &i);                                   \
  }                                                                                                   \
  int greatest_test_pre(const char *name) {                                                           \
    if (!greatest_wanted(name, greatest_info.only_test)) return 0;                                    \
    if (greatest_info.first_fail && greatest_info.failed) return 0;                                   \
    if (greatest_info.list) { fprintf(GREATEST_STDOUT, "  %s\n", name); return 0; }                   \
    greatest_info.message = NULL;                                                                     \
    if (greatest_info.setup) greatest_info.setup(greatest_info.setup_udata);                          \
    return 1;                                                                                         \
  }                                                                                                   \
  static void greatest_say(const char *what, const char *dot, const char *name) {                     \
    if (!greatest_info.verbose) { fputs(dot, GREATEST_STDOUT); fflush(GREATEST_STDOUT); return; }     \
    fprintf(GREATEST_STDOUT, "%s %s", what, name);                                                    \
    if (greatest_info.message) fprintf(GREATEST_STDOUT, ": %s", greatest_info.message);               \
    fputc('\n', GREATEST_STDOUT);                                                                     \
  }                                                                                                   \
  void greatest_test_post(const char *name, int res) {                                                \
    if (greatest_info.teardown) greatest_info.teardown(greatest_info.teardown_udata);                 \
    if (res == GREATEST_TEST_RES_PASS) { greatest_info.passed++; greatest_say("PASS", ".", name); return; } \
    if (res != GREATEST_TEST_RES_FAIL) { greatest_info.skipped++; greatest_say("SKIP", "s", name); return; } \
    greatest_info.failed++;                                                                           \
    fprintf(GREATEST_STDOUT, "\nFAIL %s: %s (%s:%u)\n", name,                                         \
            greatest_info.message ? greatest_info.message : "failed", greatest_info.file, greatest_info.line); \
  }                                                                                                   \
  void greatest_run_suite(void (*suite)(void), const char *name) {                                    \
    if (!greatest_wanted(name, greatest_info.only_suite)) return;                                     \
    if (greatest_info.first_fail && greatest_info.failed) return;                                     \
    greatest_info.suite = name;                                                                       \
    fprintf(GREATEST_STDOUT, "* %s: ", name);                                                         \
    if (greatest_info.verbose || greatest_info.list) fputc('\n', GREATEST_STDOUT);                    \
    suite();                                                                                          \
    if (!greatest_info.verbose) fputc('\n', GREATEST_STDOUT);                                         \
    greatest_info.suite = NULL;                                                                       \
    greatest_info.setup = NULL;                                                                       \
    greatest_info.teardown = NULL;                                                                    \
  }                                                                                                   \
  int greatest_fail_at(const char *file, unsigned line, const char *message) {                        \
    greatest_info.file = file;                                                                        \
    greatest_info.line = line;                                                                        \
    greatest_info.message = message;                                                                  \
    return GREATEST_TEST_RES_FAIL;                                                                    \
  }                                                                                                   \
  int greatest_same_text(const char *expected, const char *got, size_t n, bool bounded) {             \
    bool same = expected == got;                                                                      \
    if (expected && got) same = (bounded ? strncmp(expected, got, n) : strcmp(expected, got)) == 0;   \
    if (!same) fprintf(GREATEST_STDOUT, "\nexpected: %s\n     got: %s\n",                             \
                       expected ? expected : "(null)", got ? got : "(null)");                         \
    return same;                                                                                      \
  }                                                                                                   \
  int greatest_same_bytes(const void *expected, const void *got, size_t n) {                          \
    const unsigned char *x = (const unsigned char *)expected, *y = (const unsigned char *)got;        \
    size_t i = 0;                                                                                     \
    while (i < n && x[i] == y[i]) i++;                                                                \
    if (i < n) fprintf(GREATEST_STDOUT, "\nbyte %zu of %zu: expected 0x%02x, got 0x%02x\n", i, n, x[i], y[i]); \
    return i == n;                                                                                    \
  }                                                                                                   \
  int greatest_summary(void) {                                                                        \
    if (greatest_info.list) return EXIT_SUCCESS;                                                      \
    fprintf(GREATEST_STDOUT, "Total: %u tests, %u assertions\nPass: %u, fail: %u, skip: %u.\n",       \
            greatest_info.passed + greatest_info.failed + greatest_info.skipped, greatest_info.assertions, \
            greatest_info.passed, greatest_info.failed, greatest_info.skipped);                       \
    return greatest_info.failed ? EXIT_FAILURE : EXIT_SUCCESS;                                        \
  }                                                                                                   \
  void greatest_get_report(struct greatest_report_t *report) {                                        \
    report->passed = greatest_info.passed;                                                            \
    report->failed = greatest_info.failed;                                                            \
    report->skipped = greatest_info.skipped;                                                          \
    report->assertions = greatest_info.assertions;                                                    \
  }                                                                                                   \
  extern greatest_run_info greatest_info        /* takes the semicolon after the macro */

/* Short names. */
#ifndef GREATEST_USE_ABBREVS
#define GREATEST_USE_ABBREVS 1
#endif
#if GREATEST_USE_ABBREVS
#define TEST              GREATEST_TEST
#define SUITE             GREATEST_SUITE
#define SUITE_EXTERN      GREATEST_SUITE_EXTERN
#define RUN_TEST          GREATEST_RUN_TEST
#define RUN_TEST1         GREATEST_RUN_TEST1
#define RUN_TESTp         GREATEST_RUN_TESTp
#define RUN_SUITE         GREATEST_RUN_SUITE
#define SET_SETUP         GREATEST_SET_SETUP_CB
#define SET_TEARDOWN      GREATEST_SET_TEARDOWN_CB
#define PASS              GREATEST_PASS
#define PASSm             GREATEST_PASSm
#define FAIL              GREATEST_FAIL
#define FAILm             GREATEST_FAILm
#define SKIP              GREATEST_SKIP
#define SKIPm             GREATEST_SKIPm
#define CHECK_CALL        GREATEST_CHECK_CALL
#define ASSERT            GREATEST_ASSERT
#define ASSERTm           GREATEST_ASSERTm
#define ASSERT_FALSE      GREATEST_ASSERT_FALSE
#define ASSERT_FALSEm     GREATEST_ASSERT_FALSEm
#define ASSERT_EQ         GREATEST_ASSERT_EQ
#define ASSERT_EQm        GREATEST_ASSERT_EQm
#define ASSERT_NEQ        GREATEST_ASSERT_NEQ
#define ASSERT_NEQm       GREATEST_ASSERT_NEQm
#define ASSERT_GT         GREATEST_ASSERT_GT
#define ASSERT_GTm        GREATEST_ASSERT_GTm
#define ASSERT_GTE        GREATEST_ASSERT_GTE
#define ASSERT_GTEm       GREATEST_ASSERT_GTEm
#define ASSERT_LT         GREATEST_ASSERT_LT
#define ASSERT_LTm        GREATEST_ASSERT_LTm
#define ASSERT_LTE        GREATEST_ASSERT_LTE
#define ASSERT_LTEm       GREATEST_ASSERT_LTEm
#define ASSERT_EQ_FMT     GREATEST_ASSERT_EQ_FMT
#define ASSERT_EQ_FMTm    GREATEST_ASSERT_EQ_FMTm
#define ASSERT_ENUM_EQ    GREATEST_ASSERT_ENUM_EQ
#define ASSERT_ENUM_EQm   GREATEST_ASSERT_ENUM_EQm
#define ASSERT_IN_RANGE   GREATEST_ASSERT_IN_RANGE
#define ASSERT_IN_RANGEm  GREATEST_ASSERT_IN_RANGEm
#define ASSERT_STR_EQ     GREATEST_ASSERT_STR_EQ
#define ASSERT_STR_EQm    GREATEST_ASSERT_STR_EQm
#define ASSERT_STRN_EQ    GREATEST_ASSERT_STRN_EQ
#define ASSERT_STRN_EQm   GREATEST_ASSERT_STRN_EQm
#define ASSERT_MEM_EQ     GREATEST_ASSERT_MEM_EQ
#define ASSERT_MEM_EQm    GREATEST_ASSERT_MEM_EQm
#endif

#endif /* own implementation */
#endif
