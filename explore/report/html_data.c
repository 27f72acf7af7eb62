/* explore/report/html_data.c -- see html_data.h. */
#include "explore/report/html_data.h"
#include <stdlib.h>
#include <string.h>

/* --- pieces --- */

void html_place(HtmlData *d, const char *name, Span span) {
  const Sources *s = &d->report->check->model.sources;
  if (name) json_key(&d->json, name);
  else json_item(&d->json);
  if (span.end == 0 || span.file >= s->count) {
    fputs("null", d->json.out);
    return;
  }
  Place at = src_place(s, span);
  d->files[span.file] = true;
  fprintf(d->json.out, "[%u,%u,%u,%u", span.file, at.line, at.col, at.end_col);
  if (at.copy >= 0) fprintf(d->json.out, ",%d", at.copy);
  fputc(']', d->json.out);
}

void html_text(HtmlData *d, const char *text) {
  json_item(&d->json);
  if (text) json_text(d->json.out, text);
  else fputs("null", d->json.out);
}

void html_count(HtmlData *d, uint64_t n) {
  json_item(&d->json);
  fprintf(d->json.out, "%llu", (unsigned long long)n);
}

/* --- findings --- */

static void finding(HtmlData *d, const ExFinding *f, const ExTrace *t) {
  Json *j = &d->json;
  json_item(j);
  json_open(j, '{');
  json_string(j, "kind", find_kind(f->what));
  json_string(j, "what", find_word(f->what));
  json_string(j, "name", f->name);
  json_string(j, "code", f->code);
  json_string(j, "text", f->text);
  html_place(d, "place", f->span);
  if (f->what == FIND_RACE) html_place(d, "other", f->span2);
  json_number(j, "count", f->count);
  if (t) json_key(j, "trace"), html_trace(d, t);
  json_close(j, '}');
}

static void findings(HtmlData *d) {
  const Check *c = d->report->check;
  json_key(&d->json, "findings");
  json_open(&d->json, '[');
  for (size_t i = 0; i < c->nfindings; i++) finding(d, c->findings[i], d->report->traces[i]);
  json_close(&d->json, ']');
}

static void notes(HtmlData *d, const char *name, const ExFindings *list, bool shown) {
  json_key(&d->json, name);
  json_open(&d->json, '[');
  for (const ExFinding *f = list->first; f && shown; f = f->next) finding(d, f, NULL);
  json_close(&d->json, ']');
}

/* --- the model --- */

static void covers(HtmlData *d) {
  const BcProgram *p = d->report->check->model.program;
  Json *j = &d->json;
  json_key(j, "covers");
  json_open(j, '[');
  for (uint32_t i = 0; i < p->ncovers; i++) {
    json_item(j);
    json_open(j, '{');
    json_string(j, "name", p->covers[i].name);
    json_bool(j, "reached", d->report->check->result.covered[i]);
    html_place(d, "place", p->covers[i].span);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static size_t file_of(const Check *c, const char *path) {
  for (size_t i = 0; i < c->model.sources.count; i++)
    if (strcmp(c->model.sources.files[i]->path, path) == 0) return i;
  return 0;
}

static void unreached(HtmlData *d) {
  const Check *c = d->report->check;
  json_key(&d->json, "unreached");
  json_open(&d->json, '[');
  for (size_t i = 0; i < c->nunreached; i++) {
    json_item(&d->json);
    fprintf(d->json.out, "[%zu,%u]", file_of(c, c->unreached[i].path), c->unreached[i].line);
  }
  json_close(&d->json, ']');
}

/* The user's files all of them; of the library what some place speaks of. */
static void files(HtmlData *d) {
  const Sources *s = &d->report->check->model.sources;
  Json *j = &d->json;
  json_key(j, "files");
  json_open(j, '[');
  for (size_t i = 0; i < s->count; i++) {
    const Source *f = s->files[i];
    json_item(j);
    json_open(j, '{');
    json_string(j, "path", f->path);
    json_bool(j, "library", f->library);
    if (!f->library || d->files[i]) json_string(j, "text", f->orig);
    json_close(j, '}');
  }
  json_close(j, ']');
  json_number(j, "main", src_index(s, d->report->check->model.source));
}

/* --- the search --- */

static void stats(HtmlData *d) {
  const ExResult *r = &d->report->check->result;
  const ExStats *s = &r->stats;
  Json *j = &d->json;
  json_key(j, "stats");
  json_open(j, '{');
  json_number(j, "executions", s->executions);
  json_number(j, "blocked", s->blocked);
  json_number(j, "redundant", s->redundant);
  json_number(j, "states", s->states);
  json_number(j, "nodes", s->nodes);
  json_string(j, "paths", r->paths);
  json_number(j, "steps", s->steps);
  json_number(j, "depth", s->depth);
  json_close(j, '}');
}

static void verdict(HtmlData *d) {
  const Check *c = d->report->check;
  Json *j = &d->json;
  json_string(j, "model", c->path);
  rep_json_params(j, c->model.program);
  json_string(j, "verdict", c->verdict);
  json_string(j, "kind", c->kind);
  json_number(j, "exit", (uint64_t)c->exit);
  json_string(j, "algorithm", c->result.algorithm);
  json_string(j, "reason", c->reason);
  json_string(j, "limit", c->result.complete ? NULL : c->result.limit);
  json_string(j, "help", c->result.limit_help);
  json_bool(j, "finally_ran", c->ran_finally);
  json_bool(j, "lib", c->opt.lib);
  stats(d);
}

void html_data(const Report *r, FILE *out) {
  const Check *c = r->check;
  const ExLimits *l = &c->opt.limits;
  bool *wanted = calloc(c->model.sources.count + 1, sizeof *wanted);
  if (!wanted) arena_out_of_memory();
  HtmlData d = { .report = r, .json = { out, true, 0 }, .files = wanted };
  json_open(&d.json, '{');
  verdict(&d);
  findings(&d);
  if (r->sample) json_key(&d.json, "sample"), html_trace(&d, r->sample);
  notes(&d, "races", &c->result.races, l->races != LEVEL_ERROR);
  notes(&d, "unread", &c->result.unread, l->unread != LEVEL_ERROR);
  covers(&d);
  unreached(&d);
  files(&d);
  json_close(&d.json, '}');
  fputc('\n', out);
  free(wanted);
}

/* --- into a page --- */

#define KEPT_INDENT 4                        /* deeper lines are joined: they are many, and nobody reads them */

/* In JSON `<`, `>` and `&` occur in strings alone, and line ends between values alone. */
static void escape(const char *s, size_t n, FILE *out) {
  for (size_t i = 0; i < n; i++) {
    size_t blanks = 0;
    if (s[i] == '<' || s[i] == '>' || s[i] == '&') fprintf(out, "\\u%04x", (unsigned)s[i]);
    else if (s[i] != '\n') fputc(s[i], out);
    else {
      while (i + 1 + blanks < n && s[i + 1 + blanks] == ' ') blanks++;
      if (blanks <= KEPT_INDENT) fputc('\n', out);
      i += blanks;
    }
  }
}

bool html_data_escaped(const Report *r, FILE *out) {
  char *text = NULL;
  size_t n = 0;
  FILE *f = open_memstream(&text, &n);
  if (!f) return false;
  html_data(r, f);
  bool ok = !ferror(f);
  ok = fclose(f) == 0 && ok;
  if (ok) escape(text, n, out);
  free(text);
  return ok;
}
