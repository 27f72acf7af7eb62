/* tests/unit/lang/regex.h -- a small backtracking matcher for the expressions that docs/editors/generate.sh keeps to. Like the
 * engines of editors, and unlike POSIX, it takes the first alternative that leads to a match.
 *   literals, \x, [a-z] and [^a-z] with \t \" \\ inside, ( | ), * + ?, ^ $ at the ends of the line, . \b and (?= ) */
#ifndef TESTS_REGEX_H
#define TESTS_REGEX_H
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct { const char *begin, *end; } ReText;       /* one line */
/* What is to match after the present piece: a chain, each link in a frame of its own. */
typedef struct ReNext { bool (*go)(ReText t, const char *at, const struct ReNext *next); const char *re, *stop; const char *at; const struct ReNext *next; } ReNext;

static bool re_alternatives(ReText t, const char *at, const char *re, const char *stop, const ReNext *next);

static inline bool re_word(int c) { return isalnum(c) || c == '_'; }

/* The end of the atom at RE. */
static const char *re_atom_end(const char *re) {
  if (*re == '\\') return re + 2;
  if (*re == '[') {
    for (re += 1 + (re[1] == '^'); *re != ']'; re++) re += *re == '\\';
    return re + 1;
  }
  if (*re != '(') return re + 1;
  for (re++; *re != ')';) re = re_atom_end(re);
  return re + 1;
}

static bool re_in_set(const char *re, const char *end, int c) {
  bool found = false, not = re[1] == '^';
  for (re += 1 + not; re < end - 1; re++) {
    int lo = *re == '\\' ? *++re : *re;
    if (re[-1] == '\\' && lo == 't') lo = '\t';
    int hi = re[1] == '-' && re + 2 < end - 1 ? (re += 2, *re) : lo;
    found |= c >= lo && c <= hi;
  }
  return found != not;
}

/* Does the one-character atom take C? */
static bool re_takes(const char *re, const char *end, int c) {
  if (*re == '[') return re_in_set(re, end, c);
  if (*re == '.') return true;
  if (*re == '\\') return c == (re[1] == 't' ? '\t' : re[1]);
  return c == *re;
}

static bool re_end(ReText t, const char *at, const ReNext *next) {
  (void)t;
  *(const char **)next->re = at;
  return true;
}

static bool re_sequence(ReText t, const char *at, const char *re, const char *stop, const ReNext *next);

static bool re_rest(ReText t, const char *at, const ReNext *n) { return re_sequence(t, at, n->re, n->stop, n->next); }

static bool re_atom(ReText t, const char *at, const char *re, const char *end, const ReNext *next) {
  if (*re == '(') return re_alternatives(t, at, re + 1, end - 1, next);
  return at < t.end && re_takes(re, end, (unsigned char)*at) && next->go(t, at + 1, next);
}

static bool re_many(ReText t, const char *at, const char *re, const char *end, const ReNext *after);

static bool re_again(ReText t, const char *at, const ReNext *n) { return at > n->at && re_many(t, at, n->re, n->stop, n->next); }

/* The atom as often as it goes, then what comes after. */
static bool re_many(ReText t, const char *at, const char *re, const char *end, const ReNext *after) {
  ReNext more = { re_again, re, end, at, after };
  return re_atom(t, at, re, end, &more) || after->go(t, at, after);
}

static bool re_boundary(ReText t, const char *at) {
  bool before = at > t.begin && re_word((unsigned char)at[-1]), here = at < t.end && re_word((unsigned char)*at);
  return before != here;
}

static bool re_nothing(ReText t, const char *at, const ReNext *next) { return (void)t, (void)at, (void)next, true; }

static bool re_sequence(ReText t, const char *at, const char *re, const char *stop, const ReNext *next) {
  if (re == stop) return next->go(t, at, next);
  const char *end = re_atom_end(re);
  ReNext rest = { re_rest, end, stop, at, next };
  if (*re == '^') return at == t.begin && re_rest(t, at, &rest);
  if (*re == '$') return at == t.end && re_rest(t, at, &rest);
  if (re[0] == '\\' && re[1] == 'b') return re_boundary(t, at) && re_rest(t, at, &rest);
  if (strncmp(re, "(?=", 3) == 0) {
    ReNext yes = { re_nothing, NULL, NULL, NULL, NULL };
    return re_alternatives(t, at, re + 3, end - 1, &yes) && re_rest(t, at, &rest);
  }
  if (end < stop && strchr("*+?", *end)) rest.re = end + 1;
  if (end < stop && *end == '*') return re_many(t, at, re, end, &rest);
  if (end < stop && *end == '?') return re_atom(t, at, re, end, &rest) || re_rest(t, at, &rest);
  if (end < stop && *end == '+') {
    ReNext more = { re_again, re, end, at, &rest };
    return re_atom(t, at, re, end, &more);
  }
  return re_atom(t, at, re, end, &rest);
}

static bool re_alternatives(ReText t, const char *at, const char *re, const char *stop, const ReNext *next) {
  for (;;) {
    const char *bar = re;
    while (bar < stop && *bar != '|') bar = re_atom_end(bar);
    if (re_sequence(t, at, re, bar, next)) return true;
    if (bar >= stop) return false;
    re = bar + 1;
  }
}

/* Where a match at AT ends; NULL: there is none. */
static inline const char *re_match(ReText t, const char *at, const char *re) {
  const char *end = NULL;
  ReNext last = { re_end, (const char *)&end, NULL, NULL, NULL };
  return re_alternatives(t, at, re, re + strlen(re), &last) ? end : NULL;
}
#endif
