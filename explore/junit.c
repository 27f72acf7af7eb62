/* explore/junit.c -- results of `dmc test` as JUnit XML, which build servers read: a suite a model, a case an expectation.
 * Times are here, as no other output has them. */
#include <string.h>
#include "explore/test_show.h"
#include "lang/utf8.h"

/* Length of the UTF-8 sequence at S; 0: there is none, or one that XML does not allow (U+FFFE, U+FFFF). */
static size_t sequence(const unsigned char *s) {
  return s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe ? 0 : utf8_length(s);
}

static void escaped(FILE *out, const char *text, size_t len) {
  for (const unsigned char *s = (const unsigned char *)text, *end = s + len; s < end; s++) {
    size_t n = sequence(s);
    if (n > 1) fwrite(s, 1, n, out), s += n - 1;
    else if (*s == '<') fputs("&lt;", out);
    else if (*s == '>') fputs("&gt;", out);
    else if (*s == '&') fputs("&amp;", out);
    else if (*s == '"') fputs("&quot;", out);
    else fputc(n && *s >= 0x20 && *s != 0x7f ? *s : '?', out);
  }
}

static void all_escaped(FILE *out, const char *text) { escaped(out, text, strlen(text)); }

/* examples.philosophers for examples/35-diners.d */
static void put_class(FILE *out, const char *path) {
  const char *dot = strrchr(path, '.');
  size_t len = dot && dot > path ? (size_t)(dot - path) : strlen(path);
  for (size_t i = 0; i < len;) {
    size_t n = strcspn(path + i, "/");
    if (i + n > len) n = len - i;
    bool nothing = n == 0 || (n == 1 && path[i] == '.') || (n == 2 && strncmp(path + i, "..", 2) == 0);
    if (!nothing) escaped(out, path + i, n);
    i += n + 1;
    if (!nothing && i < len) fputc('.', out);
  }
}

static void put_case(FILE *out, const char *path, const TestRecord *r) {
  fputs("    <testcase classname=\"", out);
  put_class(out, path);
  fputs("\" name=\"", out);
  if (r->line) fprintf(out, "%u: ", r->line);
  all_escaped(out, r->what);
  fprintf(out, "\" time=\"%.3f\"", r->seconds);
  if (r->kind == 'P') {
    fputs("/>\n", out);
    return;
  }
  fprintf(out, ">\n      <%s message=\"", r->kind == 'F' ? "failure" : "skipped");
  all_escaped(out, r->kind == 'S' || !*r->got ? r->what : r->got);
  if (r->kind == 'S') fputs("\"/>\n    </testcase>\n", out);
  else {
    fputs("\">expected: ", out);
    all_escaped(out, r->expected);
    fputs("\ngot: ", out);
    all_escaped(out, r->got);
    fputs("\nsee: ", out);
    all_escaped(out, r->command);
    fputs("</failure>\n    </testcase>\n", out);
  }
}

void junit_begin(FILE *out) { fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"dmc\">\n", out); }

void junit_file(FILE *out, const char *path, const TestRecords *r) {
  size_t failed = 0, skipped = 0;
  double seconds = 0;
  for (size_t i = 0; i < r->count; i++) {
    failed += r->at[i].kind == 'F';
    skipped += r->at[i].kind == 'S';
    seconds += r->at[i].seconds;
  }
  fputs("  <testsuite name=\"", out);
  all_escaped(out, path);
  fprintf(out, "\" tests=\"%zu\" failures=\"%zu\" skipped=\"%zu\" time=\"%.3f\">\n", r->count, failed, skipped, seconds);
  for (size_t i = 0; i < r->count; i++) put_case(out, path, &r->at[i]);
  fputs("  </testsuite>\n", out);
}

bool junit_end(FILE *out) {
  fputs("</testsuites>\n", out);
  bool ok = !ferror(out);
  return fclose(out) == 0 && ok;
}
