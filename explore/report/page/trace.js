/* trace.js -- what the page knows, made ready to ask: the state before and after every step, who read from whom, what folds.
 * Steps are numbered from 1; 0 is the state before the first. */
'use strict';

/* Values over time: entries [step, value], ascending. */
class History {
  constructor() {
    this.steps = [];
    this.values = [];
  }
  add(step, value) {
    this.steps.push(step);
    this.values.push(value);
  }
  /* Index of the last entry at or before STEP; -1: none. */
  index(step) {
    let low = 0,
      high = this.steps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.steps[middle] <= step) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
  at(step) {
    const i = this.index(step);
    return i < 0 ? undefined : this.values[i];
  }
}

function timeline(map, key) {
  let h = map.get(key);
  if (!h) map.set(key, (h = new History()));
  return h;
}

/* Short names: Philosopher[0] is P0; as many letters as tell the kinds of threads apart, the index where a kind has several. */
function tagsOf(threads) {
  const parts = threads.map((t) => /^([^[\].]*)(.*)$/.exec(t.name));
  const kinds = [...new Set(parts.map((p) => p[1]))];
  const short = new Map();
  for (const kind of kinds) {
    let n = 1;
    while (n < kind.length && kinds.some((k) => k !== kind && k.startsWith(kind.slice(0, n)))) n++;
    short.set(kind, kind.slice(0, n));
  }
  const several = (kind) => parts.filter((p) => p[1] === kind).length > 1;
  const tags = parts.map((p) => short.get(p[1]) + (several(p[1]) ? p[2].replace(/[[\]\s]/g, '') : ''));
  const clear = new Set(tags).size === tags.length && tags.every((t) => t.length <= 6);
  return clear ? tags : threads.map((t, i) => 'T' + i);
}

const samePlace = (x, y) => Boolean(x && y && x[0] === y[0] && x[1] === y[1] && x[2] === y[2]);
const LONG_RUN = 5; /* so many steps of one thread may be folded */

class Trace {
  constructor(data, main) {
    this.data = data;
    this.main = main; /* number of the model's own file */
    this.steps = data.steps || [];
    this.count = this.steps.length;
    this.loop = data.loop || 0;
    this.bands = data.bands || [];
    this.waits = data.waits || [];
    const tags = tagsOf(data.threads);
    this.threads = data.threads.map((t, i) => ({ ...t, tid: i, tag: tags[i], color: 't' + (i % 10) }));
    this.collect();
    this.arrows = this.findArrows();
    this.arrowsOf = Array.from({ length: this.count + 1 }, () => []);
    for (const a of this.arrows) (this.arrowsOf[a.from].push(a), this.arrowsOf[a.to].push(a));
    this.texts = this.steps.map((s, i) => this.searchText(s, i + 1).toLowerCase());
  }

  step(k) {
    return this.steps[k - 1];
  }
  thread(k) {
    /* of step K; init has none */
    const s = this.step(k);
    return s && s.tid !== undefined ? this.threads[s.tid] : null;
  }
  who(k) {
    const t = this.thread(k);
    return t ? t.name : 'init';
  }

  /* --- over time --- */

  collect() {
    this.names = new Map();
    this.values = new Map();
    this.writers = new Map();
    this.locals = new Map();
    this.mail = new Map();
    this.at = new Map();
    this.options = new Map();
    this.touched = new Set();
    (this.data.initial || []).forEach(([name, value], loc) => {
      this.names.set(loc, name);
      timeline(this.values, loc).add(0, value);
    });
    this.stand(this.data, 0);
    this.steps.forEach((s, i) => this.take(s, i + 1));
  }

  stand(s, k) {
    for (const [tid, status, enabled, place, call] of s.at || [])
      timeline(this.at, tid).add(k, { status, enabled: enabled !== 0, place, call });
  }

  take(s, k) {
    for (const [loc, name] of s.reads || []) (this.names.set(loc, name), this.touched.add(loc));
    for (const [loc, name, before, after] of s.changes || []) {
      if (!this.values.has(loc)) timeline(this.values, loc).add(0, before);
      this.names.set(loc, name);
      this.values.get(loc).add(k, after);
    }
    for (const loc of s.writes || []) (timeline(this.writers, loc).add(k, k), this.touched.add(loc));
    for (const [tid, before, after] of s.mail || []) timeline(this.mail, tid).add(k, after);
    if (s.tid !== undefined) timeline(this.locals, s.tid).add(k, s.locals || []);
    this.stand(s, k);
    if (s.options) timeline(this.options, -1).add(k, []);
    for (const [tid, list] of s.options || []) timeline(this.options, tid).add(k, list);
  }

  /* What could have been done in step K: [{ tid, what, place, choice, call, taken }]. */
  alternatives(k) {
    const s = this.step(k),
      all = [];
    for (const [tid, h] of [...this.options].sort((x, y) => x[0] - y[0])) {
      const list = h.at(k) || [];
      for (const [what, place, choice, call] of list) {
        const mine = tid === (s.tid === undefined ? -1 : s.tid);
        all.push({ tid, what, place, choice, call, taken: mine && (choice || null) === (s.choice || null) });
      }
    }
    return all;
  }

  /* Threads that were there before step K and could not step. */
  blocked(k) {
    return this.threads.filter((t) => {
      const h = this.at.get(t.tid),
        x = h && h.at(k - 1);
      return x && x.status === 'running' && !x.enabled;
    });
  }

  held(k) {
    return this.bands.filter((b) => b.from <= k && (b.to === 0 || b.to > k));
  }

  /* --- arrows --- */

  findArrows() {
    const found = new Map();
    const add = (kind, from, to, name) => {
      if (!from || !to || from >= to) return;
      const key = kind + from + ',' + to,
        a = found.get(key);
      if (a) {
        if (!a.names.includes(name)) a.names.push(name);
        return;
      }
      found.set(key, { kind, from, to, names: [name], own: this.step(from).tid === this.step(to).tid });
    };
    this.steps.forEach((s, i) => {
      for (const [, name, , from] of s.reads || []) add('read', from, i + 1, name);
      for (const [name, ended] of s.joins || []) add('thread', ended, i + 1, name);
      for (const m of s.messages || []) m.sent ? add('message', i + 1, m.other, m.text) : add('message', m.other, i + 1, m.text);
    });
    return [...found.values()];
  }

  /* --- search --- */

  searchText(s, k) {
    const th = this.thread(k),
      words = [this.who(k), th ? th.tag : '', s.kind, s.what, s.note || '', s.choice || ''];
    for (const [, name, value] of s.reads || []) words.push(name, value);
    for (const [, name, before, after] of s.changes || []) words.push(name, before, after);
    for (const loc of s.writes || []) words.push(this.names.get(loc) || '');
    for (const m of s.messages || []) words.push(m.text, m.thread);
    return words.concat(s.prints || []).join(' \n');
  }

  /* Steps that have all words of TEXT. */
  search(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean),
      hits = [];
    if (words.length)
      this.texts.forEach((t, i) => {
        if (words.every((w) => t.includes(w))) hits.push(i + 1);
      });
    return hits;
  }

  /* --- rows --- */

  sameCall(k) {
    /* is step K + 1 in the library call of step K? */
    const x = this.step(k),
      y = this.step(k + 1);
    return this.sameRun(k) && samePlace(x.call, y.call);
  }

  sameRun(k) {
    const x = this.step(k),
      y = this.step(k + 1);
    return Boolean(y && x.tid === y.tid && !x.note && !this.fails(k + 1) && k + 1 !== this.loop);
  }

  fails(k) {
    return this.step(k).failed === true;
  }

  hasRuns() {
    return this.rows({ runs: true, library: true, open: new Set() }).some((r) => r.kind === 'run');
  }

  until(k, same) {
    let last = k;
    while (same.call(this, last)) last++;
    return last;
  }

  /* What is drawn: { first, last, kind: step, call or run, group: what Space opens and closes }. HOW: { runs, library, open: Set }. */
  rows(how) {
    const rows = [];
    let k = 1;
    while (k <= this.count) {
      const run = this.until(k, this.sameRun),
        long = run - k + 1 >= LONG_RUN,
        key = 'run' + k;
      if (long && how.runs !== how.open.has(key)) {
        rows.push({ first: k, last: run, kind: 'run', group: key });
        k = run + 1;
        continue;
      }
      const begins = long ? key : null;
      this.callRows(rows, k, run, how, begins);
      k = run + 1;
    }
    return rows;
  }

  callRows(rows, from, to, how, begins) {
    for (let k = from; k <= to;) {
      const last = this.step(k).call ? Math.min(to, this.until(k, this.sameCall)) : k,
        key = 'call' + k;
      const folded = this.step(k).call && how.library === how.open.has(key);
      if (folded) rows.push({ first: k, last, kind: 'call', group: key });
      else for (let i = k; i <= last; i++) rows.push({ first: i, last: i, kind: 'step', group: i === k && this.step(k).call ? key : null });
      if (begins && !rows[rows.length - 1].group) rows[rows.length - 1].group = begins;
      begins = null;
      k = last + 1;
    }
  }
}
