/* explore/report/json_out.c -- see json_out.h. */
#include "explore/report/json_out.h"
#include "lang/utf8.h"

void json_text(FILE *out, const char *text) {
  const unsigned char *s = (const unsigned char *)text;
  fputc('"', out);
  while (*s) {
    size_t n = utf8_length(s);
    if (!n) fputs("\\ufffd", out), n = 1;
    else if (*s == '"' || *s == '\\') fprintf(out, "\\%c", *s);
    else if (*s == '\n') fputs("\\n", out);
    else if (*s == '\t') fputs("\\t", out);
    else if (*s < 0x20 || *s == 0x7f) fprintf(out, "\\u%04x", *s);
    else fwrite(s, 1, n, out);
    s += n;
  }
  fputc('"', out);
}

void json_item(Json *j) {
  if (!j->first) fputc(',', j->out);
  j->first = false;
  fputc('\n', j->out);
  for (int i = 0; i < j->depth; i++) fputs("  ", j->out);
}

void json_key(Json *j, const char *name) {
  json_item(j);
  json_text(j->out, name);
  fputs(": ", j->out);
}

void json_open(Json *j, char bracket) {
  fputc(bracket, j->out);
  j->first = true;
  j->depth++;
}

void json_close(Json *j, char bracket) {
  j->depth--;
  if (!j->first) {
    j->first = true;
    json_item(j);
  }
  j->first = false;
  fputc(bracket, j->out);
}

void json_string(Json *j, const char *name, const char *value) {
  json_key(j, name);
  if (value) json_text(j->out, value);
  else fputs("null", j->out);
}

void json_number(Json *j, const char *name, uint64_t value) {
  json_key(j, name);
  fprintf(j->out, "%llu", (unsigned long long)value);
}

void json_bool(Json *j, const char *name, bool value) {
  json_key(j, name);
  fputs(value ? "true" : "false", j->out);
}

void json_strings(Json *j, const char *name, const char *const *s, size_t n) {
  json_key(j, name);
  json_open(j, '[');
  for (size_t i = 0; i < n; i++) {
    json_item(j);
    json_text(j->out, s[i]);
  }
  json_close(j, ']');
}
