/* explore/report/bench_table.c -- the cells of a bench as a table for people and as CSV. */
#include <stdio.h>
#include <string.h>
#include "explore/bench.h"

#define COLUMNS 8
enum { COL_EXECUTIONS, COL_BLOCKED, COL_REDUNDANT, COL_STATES, COL_SECONDS, COL_MEMORY, COL_RATE, COL_VERDICT };
static const char *const titles[COLUMNS] = { "executions", "blocked", "redundant", "states", "seconds", "memory", "executions/s", "verdict" };

static bool times_only(int column) { return column == COL_SECONDS || column == COL_MEMORY || column == COL_RATE; }

static uint64_t number_of(const BenchResult *r, int column) {
  switch (column) {
    case COL_EXECUTIONS: return r->executions;
    case COL_BLOCKED: return r->blocked;
    case COL_REDUNDANT: return r->redundant;
    case COL_STATES: return r->states;
    default: return 0;
  }
}

/* --- the table --- */

static void memory_text(uint64_t bytes, char *buf, size_t size) {
  static const char *const units[] = { "KB", "MB", "GB" };
  double v = (double)bytes / 1024;
  int u = 0;
  while (v >= 1000 && u < 2) v /= 1024, u++;
  snprintf(buf, size, v < 10 && u ? "%.1f %s" : "%.0f %s", v, units[u]);
}

static void verdict_text(const Bench *b, const BenchCell *c, char *buf, size_t size) {
  char note[24] = "";
  if (c->note) snprintf(note, sizeof note, " [%zu]", c->note);
  if (c->result.state == CELL_TIMEOUT) snprintf(buf, size, "more than %g s%s", b->cap, note);
  else if (c->result.state == CELL_DIED) snprintf(buf, size, "died%s", note);
  else if (c->result.state == CELL_REFUSED) snprintf(buf, size, "cannot%s", note);
  else snprintf(buf, size, "%s%s", c->result.verdict, note);
}

static void cell_text(const Bench *b, const BenchCell *c, int column, char *buf, size_t size) {
  const BenchResult *r = &c->result;
  if (column == COL_VERDICT) verdict_text(b, c, buf, size);
  else if (r->state != CELL_DONE) snprintf(buf, size, "-");
  else if (column == COL_SECONDS) snprintf(buf, size, "%.2f", r->seconds);
  else if (column == COL_MEMORY) memory_text(r->bytes, buf, size);
  else if (column == COL_RATE && r->seconds < 0.005) snprintf(buf, size, "-");
  else if (column == COL_RATE) snprintf(buf, size, "%.0f", (double)(r->executions + r->blocked + r->redundant) / r->seconds);
  else snprintf(buf, size, "%llu", (unsigned long long)number_of(r, column));
}

/* Blocked and redundant executions have a column where there are any. */
static bool column_shown(const Bench *b, int column) {
  if (times_only(column)) return b->times;
  if (column != COL_BLOCKED && column != COL_REDUNDANT) return true;
  for (size_t i = 0; i < b->ncells; i++)
    if (b->cells[i].result.state == CELL_DONE && number_of(&b->cells[i].result, column)) return true;
  return false;
}

typedef struct { int sweep[16], algo, column[COLUMNS]; bool shown[COLUMNS]; } Widths;

static int max(int a, size_t n) { return (size_t)a > n ? a : (int)n; }

static Widths measure(const Bench *b) {
  Widths w = { .algo = 9 };
  char buf[120];
  for (size_t i = 0; i < b->nsweeps && i < 16; i++) w.sweep[i] = max(0, strlen(b->sweeps[i].name));
  for (int k = 0; k < COLUMNS; k++) w.shown[k] = column_shown(b, k), w.column[k] = max(0, strlen(titles[k]));
  for (size_t i = 0; i < b->ncells; i++) {
    const BenchCell *c = &b->cells[i];
    if (!bench_shown(c)) continue;
    w.algo = max(w.algo, strlen(c->algo));
    for (size_t s = 0; s < b->nsweeps && s < 16; s++) w.sweep[s] = max(w.sweep[s], strlen(c->values[s]));
    for (int k = 0; k < COLUMNS; k++) cell_text(b, c, k, buf, sizeof buf), w.column[k] = max(w.column[k], strlen(buf));
  }
  return w;
}

static void put_row(const Bench *b, const Widths *w, const BenchCell *c, FILE *out) {
  char buf[120];
  for (size_t i = 0; i < b->nsweeps && i < 16; i++) fprintf(out, "%*s  ", w->sweep[i], c ? c->values[i] : b->sweeps[i].name);
  fprintf(out, "%-*s", w->algo, c ? c->algo : "algorithm");
  for (int k = 0; k < COLUMNS; k++) {
    if (!w->shown[k]) continue;
    snprintf(buf, sizeof buf, "%s", titles[k]);
    if (c) cell_text(b, c, k, buf, sizeof buf);
    if (k == COL_VERDICT) fprintf(out, "  %s", buf);
    else fprintf(out, "  %*s", w->column[k], buf);
  }
  fputc('\n', out);
}

void rep_bench_table(const Bench *b, FILE *out) {
  Widths w = measure(b);
  const BenchCell *last = NULL;
  put_row(b, &w, NULL, out);
  for (size_t i = 0; i < b->ncells; i++) {
    const BenchCell *c = &b->cells[i];
    if (!bench_shown(c)) continue;
    if (last && last->values != c->values && b->nalgos > 1) fputc('\n', out);
    put_row(b, &w, c, out);
    last = c;
  }
  if (b->nnotes) fputc('\n', out);
  for (size_t i = 0; i < b->nnotes; i++) fprintf(out, "[%zu] %s\n", i + 1, b->notes[i]);
}

/* --- CSV --- */

/* A comma before each field but the first. */
static void field(FILE *out, bool first, const char *text) {
  if (!first) fputc(',', out);
  if (!strpbrk(text, ",\"\r\n")) {
    fputs(text, out);
    return;
  }
  fputc('"', out);
  for (; *text; text++) {
    if (*text == '"') fputc('"', out);
    fputc(*text, out);
  }
  fputc('"', out);
}

static void csv_number(const BenchResult *r, int column, FILE *out) {
  fputc(',', out);
  if (r->state != CELL_DONE) return;
  if (column == COL_SECONDS) fprintf(out, "%.6f", r->seconds);
  else if (column == COL_MEMORY) fprintf(out, "%llu", (unsigned long long)r->bytes);
  else if (column == COL_RATE && r->seconds > 0) fprintf(out, "%.1f", (double)(r->executions + r->blocked + r->redundant) / r->seconds);
  else if (column != COL_RATE) fprintf(out, "%llu", (unsigned long long)number_of(r, column));
}

static const char *csv_verdict(const BenchResult *r) {
  return r->state == CELL_TIMEOUT ? "timeout" : r->state == CELL_DIED ? "died" : r->state == CELL_REFUSED ? "cannot" : r->verdict;
}

void rep_bench_csv(const Bench *b, FILE *out) {
  static const char *const names[COLUMNS - 1] = { "executions", "blocked", "redundant", "states", "seconds", "bytes", "executions_per_second" };
  field(out, true, "model");
  for (size_t i = 0; i < b->nsweeps; i++) field(out, false, b->sweeps[i].name);
  fputs(",algorithm,verdict", out);
  for (int k = 0; k < COLUMNS - 1; k++)
    if (b->times || !times_only(k)) field(out, false, names[k]);
  fputs(",note\n", out);
  for (size_t i = 0; i < b->ncells; i++) {
    const BenchCell *c = &b->cells[i];
    if (!bench_shown(c)) continue;
    field(out, true, b->path);
    for (size_t s = 0; s < b->nsweeps; s++) field(out, false, c->values[s]);
    field(out, false, c->algo);
    field(out, false, csv_verdict(&c->result));
    for (int k = 0; k < COLUMNS - 1; k++)
      if (b->times || !times_only(k)) csv_number(&c->result, k, out);
    field(out, false, c->result.why);
    fputc('\n', out);
  }
}
