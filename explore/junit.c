/* explore/junit.c -- see junit.h. */
#include "explore/junit.h"

static void escaped(FILE *out, const char *s, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)s[i];
    if (c == '<') fputs("&lt;", out);
    else if (c == '>') fputs("&gt;", out);
    else if (c == '&') fputs("&amp;", out);
    else if (c == '"') fputs("&quot;", out);
    else if (c >= 0x20 || c == '\t') fputc(c, out);
  }
}

void junit_begin(FILE *out) { fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"dmc\">\n", out); }

void junit_case(FILE *out, char result, const char *name, size_t len, const char *more, size_t nmore) {
  fputs("  <testcase name=\"", out);
  escaped(out, name, len);
  if (result == 'P') {
    fputs("\"/>\n", out);
    return;
  }
  fprintf(out, "\"><%s message=\"", result == 'F' ? "failure" : "skipped");
  if (more) escaped(out, more, nmore);
  fputs("\"/></testcase>\n", out);
}

bool junit_end(FILE *out) {
  fputs("</testsuite>\n", out);
  bool ok = !ferror(out);
  return fclose(out) == 0 && ok;
}
