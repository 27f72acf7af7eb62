/* explore/report/html_trace.c -- a trace for the page; what each array holds is in html_data.h. */
#include <string.h>
#include "explore/report/html_data.h"

static void list(HtmlData *d, const char *name) {
  json_key(&d->json, name);
  json_open(&d->json, '[');
}

static void end_list(HtmlData *d) { json_close(&d->json, ']'); }

static void element(HtmlData *d) {
  json_item(&d->json);
  json_open(&d->json, '[');
}

static void maybe_string(HtmlData *d, const char *name, const char *s) {
  if (s) json_string(&d->json, name, s);
}

static void strings(HtmlData *d, const char *name, const char *const *s, size_t n) {
  if (n) json_strings(&d->json, name, s, n);
}

static const char *status_word(VmThreadStatus s) {
  switch (s) {
  case TH_UNBORN: return "unborn";
  case TH_RUNNING: return "running";
  case TH_ENDED: return "ended";
  case TH_CRASHED: return "crashed";
  case TH_FAILED: return "failed";
  case TH_STOPPED: return "stopped";
  case TH_CUT: return "cut";
  case TH_STUCK: return "stuck";
  }
  return "";
}

/* --- values --- */

static void reads(HtmlData *d, const ExStep *s) {
  if (!s->nreads) return;
  list(d, "reads");
  for (size_t i = 0; i < s->nreads; i++) {
    element(d);
    html_count(d, s->reads[i].loc);
    html_text(d, s->reads[i].name);
    html_text(d, s->reads[i].value);
    html_count(d, s->reads[i].from);
    end_list(d);
  }
  end_list(d);
}

static void changes(HtmlData *d, const ExStep *s) {
  if (!s->nchanges) return;
  list(d, "changes");
  for (size_t i = 0; i < s->nchanges; i++) {
    element(d);
    html_count(d, s->changes[i].loc);
    html_text(d, s->changes[i].name);
    html_text(d, s->changes[i].before);
    html_text(d, s->changes[i].after);
    end_list(d);
  }
  end_list(d);
}

static void writes(HtmlData *d, const ExStep *s) {
  if (!s->nwrites) return;
  list(d, "writes");
  for (size_t i = 0; i < s->nwrites; i++) html_count(d, s->writes[i]);
  end_list(d);
}

static void mail(HtmlData *d, const ExStep *s) {
  if (!s->nmail) return;
  list(d, "mail");
  for (size_t i = 0; i < s->nmail; i++) {
    element(d);
    html_count(d, s->mail[i].loc);
    html_text(d, s->mail[i].before);
    html_text(d, s->mail[i].after);
    end_list(d);
  }
  end_list(d);
}

static void values(HtmlData *d, const char *name, const ExValue *v, size_t n) {
  if (!n) return;
  list(d, name);
  for (size_t i = 0; i < n; i++) {
    element(d);
    html_text(d, v[i].name);
    html_text(d, v[i].value);
    end_list(d);
  }
  end_list(d);
}

static void messages(HtmlData *d, const ExStep *s) {
  Json *j = &d->json;
  if (!s->nmessages) return;
  list(d, "messages");
  for (size_t i = 0; i < s->nmessages; i++) {
    const ExMessage *m = &s->messages[i];
    json_item(j);
    json_open(j, '{');
    json_bool(j, "sent", m->sent);
    json_number(j, "peer", m->peer);
    json_string(j, "thread", m->thread);
    json_string(j, "text", m->text);
    if (m->sent) json_number(j, "copies", m->copies);
    json_number(j, "other", m->other);
    json_close(j, '}');
  }
  end_list(d);
}

static void joins(HtmlData *d, const ExStep *s) {
  size_t n = 0;
  for (size_t i = 0; i < s->npeers; i++) n += s->peers[i].joined;
  if (!n) return;
  list(d, "joins");
  for (size_t i = 0; i < s->npeers; i++) {
    if (!s->peers[i].joined) continue;
    element(d);
    html_text(d, s->peers[i].thread);
    html_count(d, s->peers[i].ended);
    end_list(d);
  }
  end_list(d);
}

/* --- what surrounds a step --- */

static bool same_span(Span x, Span y) { return x.file == y.file && x.start == y.start && x.end == y.end; }

static bool same_at(const ExAt *x, const ExAt *y) {
  return x->status == y->status && x->enabled == y->enabled && same_span(x->span, y->span) && same_span(x->call, y->call);
}

/* Where threads stand, if they stood elsewhere in BEFORE (NBEFORE entries). */
static void at(HtmlData *d, const ExAt *now, size_t n, const ExAt *before, size_t nbefore) {
  size_t changed = 0;
  for (size_t i = 0; i < n; i++) changed += i >= nbefore || !same_at(&now[i], &before[i]);
  if (!changed) return;
  list(d, "at");
  for (size_t i = 0; i < n; i++) {
    if (i < nbefore && same_at(&now[i], &before[i])) continue;
    element(d);
    html_count(d, i);
    html_text(d, status_word(now[i].status));
    html_count(d, now[i].enabled);
    html_place(d, NULL, now[i].span);
    html_place(d, NULL, now[i].call);
    end_list(d);
  }
  end_list(d);
}

typedef struct { const ExOption *at; size_t n; } Options1;   /* those of one thread */

static Options1 options_of(const ExStep *s, VmTid t) {
  Options1 o = { NULL, 0 };
  for (size_t i = 0; s && i < s->noptions; i++) {
    if (s->options[i].action.tid != t) continue;
    if (!o.n++) o.at = &s->options[i];
  }
  return o;
}

static bool same_text(const char *x, const char *y) { return x == y || (x && y && strcmp(x, y) == 0); }

static bool same_options(Options1 x, Options1 y) {
  if (x.n != y.n) return false;
  for (size_t i = 0; i < x.n; i++)
    if (x.at[i].action.choice != y.at[i].action.choice || !same_text(x.at[i].what, y.at[i].what) ||
        !same_text(x.at[i].choice, y.at[i].choice) || !same_span(x.at[i].span, y.at[i].span)) return false;
  return true;
}

static void options_now(HtmlData *d, VmTid t, bool init, Options1 o) {
  element(d);
  if (init) json_item(&d->json), fputs("-1", d->json.out);
  else html_count(d, t);
  element(d);
  for (size_t i = 0; i < o.n; i++) {
    element(d);
    html_text(d, o.at[i].what);
    html_place(d, NULL, o.at[i].span);
    html_text(d, o.at[i].choice);
    html_place(d, NULL, o.at[i].call);
    end_list(d);
  }
  end_list(d);
  end_list(d);
}

static void options(HtmlData *d, const ExTrace *t, size_t n) {
  const ExStep *s = &t->steps[n], *before = n ? &t->steps[n - 1] : NULL;
  if (!s->noptions) return;
  list(d, "options");
  for (size_t tid = 0; tid <= VM_MAX_THREADS; tid++) {
    Options1 now = options_of(s, (VmTid)tid), was = options_of(before, (VmTid)tid);
    if (!same_options(now, was)) options_now(d, (VmTid)tid, tid >= t->nthreads || s->event == EV_INIT, now);
  }
  end_list(d);
}

/* --- steps --- */

static void step(HtmlData *d, const ExTrace *t, size_t n) {
  const ExStep *s = &t->steps[n], *before = n ? &t->steps[n - 1] : NULL;
  Json *j = &d->json;
  json_item(j);
  json_open(j, '{');
  if (s->event != EV_INIT) json_number(j, "tid", s->tid);
  json_string(j, "kind", s->kind);
  json_string(j, "what", s->what);
  html_place(d, "place", s->span);
  if (s->call.end) html_place(d, "call", s->call);
  maybe_string(d, "choice", s->choice);
  maybe_string(d, "note", s->note);
  if (s->ended) json_bool(j, "ended", true);
  if (s->failed) json_bool(j, "failed", true);
  reads(d, s);
  changes(d, s);
  writes(d, s);
  messages(d, s);
  joins(d, s);
  mail(d, s);
  values(d, "locals", s->locals, s->nlocals);
  strings(d, "prints", s->prints, s->nprints);
  at(d, s->at, s->nat, before ? before->at : t->at, before ? before->nat : t->nat);
  options(d, t, n);
  json_close(j, '}');
}

static void letters(HtmlData *d, const ExWait *w) {
  Json *j = &d->json;
  list(d, "mailbox");
  for (size_t i = 0; i < w->nmail; i++) {
    json_item(j);
    json_open(j, '{');
    json_string(j, "text", w->mail[i].text);
    json_number(j, "from", w->mail[i].from);
    strings(d, "why", w->mail[i].why, w->mail[i].nwhy);
    json_close(j, '}');
  }
  end_list(d);
}

static void waits(HtmlData *d, const char *name, const ExWait *w, size_t n) {
  Json *j = &d->json;
  if (!n) return;
  list(d, name);
  for (size_t i = 0; i < n; i++) {
    json_item(j);
    json_open(j, '{');
    json_number(j, "tid", w[i].tid);
    json_string(j, "text", w[i].text);
    if (w[i].holder >= 0) json_number(j, "holder", (uint64_t)w[i].holder);
    html_place(d, "place", w[i].span);
    if (w[i].call.end) html_place(d, "call", w[i].call);
    if (w[i].kind == WAIT_RECEIVE) letters(d, &w[i]);
    waits(d, "branches", w[i].branches, w[i].nbranches);
    json_close(j, '}');
  }
  end_list(d);
}

static void threads(HtmlData *d, const ExTrace *t) {
  Json *j = &d->json;
  list(d, "threads");
  for (size_t i = 0; i < t->nthreads; i++) {
    json_item(j);
    json_open(j, '{');
    json_string(j, "name", t->threads[i].name);
    json_bool(j, "daemon", t->threads[i].daemon);
    json_string(j, "status", status_word(t->threads[i].status));
    json_number(j, "steps", t->threads[i].nsteps);
    if (t->threads[i].born) json_number(j, "born", t->threads[i].born);
    json_close(j, '}');
  }
  end_list(d);
}

static void bands(HtmlData *d, const ExTrace *t) {
  Json *j = &d->json;
  if (!t->nbands) return;
  list(d, "bands");
  for (size_t i = 0; i < t->nbands; i++) {
    json_item(j);
    json_open(j, '{');
    json_bool(j, "critical", t->bands[i].critical);
    json_number(j, "tid", t->bands[i].tid);
    json_string(j, "name", t->bands[i].name);
    json_number(j, "from", t->bands[i].from);
    json_number(j, "to", t->bands[i].to);
    json_close(j, '}');
  }
  end_list(d);
}

void html_trace(HtmlData *d, const ExTrace *t) {
  Json *j = &d->json;
  json_open(j, '{');
  threads(d, t);
  values(d, "initial", t->initial, t->ninitial);
  strings(d, "prints", t->prints, t->nprints);
  at(d, t->at, t->nat, NULL, 0);
  list(d, "steps");
  for (size_t i = 0; i < t->nsteps; i++) step(d, t, i);
  end_list(d);
  bands(d, t);
  waits(d, "waits", t->waits, t->nwaits);
  strings(d, "cycle", t->cycle, t->ncycle);
  if (t->loop) json_number(j, "loop", t->loop);
  if (t->found) json_number(j, "found", t->found);
  if (t->shortest) json_bool(j, "shortest", true);
  maybe_string(d, "because", t->because);
  json_close(j, '}');
}
