/* explore/recorded.c -- see recorded.h. */
#include "explore/recorded.h"
#include <stdlib.h>
#include <string.h>
#include "explore/report/report.h"
#include "explore/trace_where.h"
#include "lang/utf8.h"

/* --- texts --- */

/* The length of "line 12" without its number, when S stands right before the number. */
static size_t line_number(const char *begin, const char *s) {
  if (s - begin < 5 || memcmp(s - 5, "line ", 5) != 0) return 0;
  return strspn(s, "0123456789");
}

/* The next character of NOW as a trace has it; returns what it takes in NOW. */
static size_t as_written(const char *now, char out[5]) {
  size_t n = utf8_length((const unsigned char *)now);
  memcpy(out, n ? now : "\xef\xbf\xbd", n ? n : 3);
  out[n ? n : 3] = 0;
  return n ? n : 1;
}

static bool same_words(const char *rec, const char *now, bool moved) {
  const char *x = rec, *y = now;
  char c[5];
  while (*x && *y) {
    size_t m = moved ? line_number(rec, x) : 0, n = moved ? line_number(now, y) : 0;
    if (m && n) {
      x += m, y += n;
      continue;
    }
    y += as_written(y, c);
    if (strncmp(x, c, strlen(c)) != 0) return false;
    x += strlen(c);
  }
  return *x == *y;
}

bool recorded_text(const char *rec, const char *now) { return same_words(rec, now, false); }

static const char *string_in(const JsonValue *v, const char *key) {
  const JsonValue *m = json_get(v, key);
  return m && m->kind == JSON_STRING ? m->text : NULL;
}

static int64_t number_in(const JsonValue *v, const char *key) {
  const JsonValue *m = json_get(v, key);
  return m && m->kind == JSON_INT ? m->integer : -1;
}

/* Both missing, or both the same. A member that the trace lacks is not compared; null is a missing value. */
static bool same_string(const Recording *k, const JsonValue *v, const char *key, const char *now) {
  const char *rec = string_in(v, key);
  if (!json_get(v, key)) return true;
  return rec && now ? same_words(rec, now, k->moved) : !rec && !now;
}

/* --- places --- */

/* Is the file that the trace calls PATH the source NOW? The model itself may have another name by now. */
static bool same_file(const Recording *k, const char *path, const Source *now) {
  const Source *main = k->check->model.source;
  const JsonValue *first = k->files ? k->files->first : NULL;
  for (const JsonValue *f = first; f; f = f->next) {
    const char *p = string_in(f, "path"), *name = string_in(f, "name");
    if (!p || !name || strcmp(p, path) != 0) continue;
    return f == first || now == main ? f == first && now == main : recorded_text(name, where_name(main, now));
  }
  return recorded_text(path, now->path);
}

static bool same_place(const Recording *k, const JsonValue *v, const char *key, Span span) {
  const JsonValue *rec = json_get(v, key);
  const Model *m = &k->check->model;
  if (!rec || k->moved) return true;
  if (rec->kind == JSON_NULL || span.end == 0) return rec->kind == JSON_NULL && span.end == 0;
  Place at = src_place(&m->sources, span);
  const char *file = string_in(rec, "file");
  if (!file || !same_file(k, file, m->sources.files[span.file])) return false;
  return number_in(rec, "line") == at.line && number_in(rec, "col") == at.col && number_in(rec, "copy") == at.copy;
}

static const char *recorded_place(const Recording *k, const JsonValue *rec) {
  const JsonValue *at = json_get(rec, "place"), *first = k->files ? k->files->first : NULL;
  const char *file = string_in(at, "file"), *main = string_in(first, "path");
  if (!file) return "-";
  const char *where = arena_printf(k->arena, "%lld:%lld", (long long)number_in(at, "line"), (long long)number_in(at, "col"));
  return main && strcmp(file, main) == 0 ? where : arena_printf(k->arena, "%s:%s", file, where);
}

/* --- lists: each element as a text --- */

static const char *in(const JsonValue *v, const char *key) {
  const char *s = string_in(v, key);
  return s ? s : "?";
}

static const char *read_then(Arena *a, const JsonValue *v) { return arena_printf(a, "%s is %s", in(v, "name"), in(v, "value")); }
static const char *read_now(Arena *a, const ExStep *s, size_t i) {
  return arena_printf(a, "%s is %s", s->reads[i].name, s->reads[i].value);
}

static const char *change_then(Arena *a, const JsonValue *v) {
  return arena_printf(a, "%s: %s -> %s", in(v, "name"), in(v, "before"), in(v, "after"));
}
static const char *changed(Arena *a, const ExChange *x) { return arena_printf(a, "%s: %s -> %s", x->name, x->before, x->after); }
static const char *change_now(Arena *a, const ExStep *s, size_t i) { return changed(a, &s->changes[i]); }

static const char *mail_then(Arena *a, const JsonValue *v) { return arena_printf(a, "mailbox of %s", change_then(a, v)); }
static const char *mail_now(Arena *a, const ExStep *s, size_t i) { return arena_printf(a, "mailbox of %s", changed(a, &s->mail[i])); }

static const char *message_then(Arena *a, const JsonValue *v) {
  const char *to = string_in(v, "to");
  if (!to) return arena_printf(a, "%s from %s", in(v, "text"), in(v, "from"));
  return arena_printf(a, "%s to %s, %lld times", in(v, "text"), to, (long long)number_in(v, "copies"));
}
static const char *message_now(Arena *a, const ExStep *s, size_t i) {
  const ExMessage *m = &s->messages[i];
  if (!m->sent) return arena_printf(a, "%s from %s", m->text, m->thread);
  return arena_printf(a, "%s to %s, %u times", m->text, m->thread, (unsigned)m->copies);
}

static const char *local_then(Arena *a, const JsonValue *v) {
  return arena_printf(a, "%s = %s afterwards", v->key ? v->key : "?", v->kind == JSON_STRING ? v->text : "?");
}
static const char *local_now(Arena *a, const ExStep *s, size_t i) {
  return arena_printf(a, "%s = %s afterwards", s->locals[i].name, s->locals[i].value);
}

static const char *print_then(Arena *a, const JsonValue *v) { return arena_printf(a, "prints %s", v->kind == JSON_STRING ? v->text : "?"); }
static const char *print_now(Arena *a, const ExStep *s, size_t i) { return arena_printf(a, "prints %s", s->prints[i]); }

typedef struct {
  const char *key;
  const char *(*then)(Arena *a, const JsonValue *v);
  const char *(*now)(Arena *a, const ExStep *s, size_t i);
  size_t n;
} List;

/* False: D has the first elements that differ. */
static bool same_list(const Recording *k, const JsonValue *rec, const ExStep *s, const List *l, Arena *scratch, Difference *d) {
  const JsonValue *list = json_get(rec, l->key), *e = list && list->kind >= JSON_ARRAY ? list->first : NULL;
  for (size_t i = 0; e || i < l->n; i++) {
    const char *then = e ? l->then(scratch, e) : "", *now = i < l->n ? l->now(scratch, s, i) : "";
    if (!recorded_text(then, now)) {
      d->recorded = arena_strndup(k->arena, then, strlen(then));
      d->now = arena_strndup(k->arena, now, strlen(now));
      return false;
    }
    if (e) e = e->next;
  }
  return true;
}

static bool same_lists(const Recording *k, const JsonValue *rec, const ExStep *s, Difference *d) {
  const List lists[] = { { "reads", read_then, read_now, s->nreads },          { "changes", change_then, change_now, s->nchanges },
                         { "messages", message_then, message_now, s->nmessages }, { "mail", mail_then, mail_now, s->nmail },
                         { "prints", print_then, print_now, s->nprints },      { "locals", local_then, local_now, s->nlocals } };
  Arena scratch;
  bool same = true;
  arena_init(&scratch);
  for (size_t i = 0; same && i < sizeof lists / sizeof *lists; i++)
    if (json_get(rec, lists[i].key)) same = same_list(k, rec, s, &lists[i], &scratch, d);
  arena_deinit(&scratch);
  return same;
}

/* --- a step --- */

const char *recorded_line(const Recording *k, const JsonValue *rec) {
  return arena_printf(k->arena, "%s  %s  %s", in(rec, "thread"), recorded_place(k, rec), in(rec, "what"));
}

static void lines(const Recording *k, const JsonValue *rec, const ExStep *s, Difference *d, const char *recorded, const char *now) {
  char place[256];
  rep_place(k->check, s->span, place, sizeof place);
  const char *a = recorded_line(k, rec), *b = arena_printf(k->arena, "%s  %s  %s", s->thread, place, s->what);
  d->recorded = *recorded ? arena_printf(k->arena, "%s  (%s)", a, recorded) : a;
  d->now = *now ? arena_printf(k->arena, "%s  (%s)", b, now) : b;
}

static const char *or_nothing(const char *s) { return s ? s : "nothing more"; }

bool recorded_step(const Recording *k, const JsonValue *rec, const ExStep *s, Difference *d) {
  if (!same_string(k, rec, "thread", s->thread) || !same_string(k, rec, "what", s->what) || !same_place(k, rec, "place", s->span))
    return lines(k, rec, s, d, "", ""), false;
  if (!same_string(k, rec, "event", s->kind)) return lines(k, rec, s, d, in(rec, "event"), s->kind), false;
  if (!same_string(k, rec, "choice", s->choice))
    return lines(k, rec, s, d, or_nothing(string_in(rec, "choice")), or_nothing(s->choice)), false;
  if (!same_string(k, rec, "note", s->note)) return lines(k, rec, s, d, or_nothing(string_in(rec, "note")), or_nothing(s->note)), false;
  Difference parts;
  if (same_lists(k, rec, s, &parts)) return true;
  return lines(k, rec, s, d, parts.recorded, parts.now), false;
}

bool recorded_finding(const Recording *k, const JsonValue *rec, const ExFinding *f) {
  const char *what = string_in(rec, "what");
  if (!what || strcmp(what, find_word(f->what)) != 0) return false;
  bool same = same_string(k, rec, "name", f->name) && same_string(k, rec, "code", f->code);
  if (!same || !same_place(k, rec, "place", f->span) || (f->what == FIND_RACE && !same_place(k, rec, "other", f->span2))) return false;
  return (k->moved && f->what == FIND_RACE) || same_string(k, rec, "text", f->text);       /* a race's text has its places */
}
