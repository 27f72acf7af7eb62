/* panes.js -- what stands beside the lanes: the selected step, the sources with every thread's place, the values. */
/* Bytes count columns in places; strings count UTF-16. */
function indexOfByte(text, bytes) {
  let i = 0;
  for (let seen = 0; i < text.length && seen < bytes;) {
    const c = text.codePointAt(i);
    seen += c < 0x80 ? 1 : c < 0x800 ? 2 : c === 0xfffd ? 1 : c < 0x10000 ? 3 : 4;
    i += c > 0xffff ? 2 : 1;
  }
  return i;
}

class Files {
  constructor(data) {
    this.list = data.files;
    this.main = data.main;
    this.lines = data.files.map((f) => (f.text === undefined ? [] : f.text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')));
  }
  has(file) {
    return this.list[file] && this.list[file].text !== undefined;
  }
  line(place) {
    return this.lines[place[0]][place[1] - 1] || '';
  }
  range(place) {
    const text = this.line(place);
    return [indexOfByte(text, place[2] - 1), indexOfByte(text, place[3] - 1)];
  }
  text(place) {
    const [from, to] = this.range(place);
    return this.line(place).slice(from, Math.max(to, from + 1));
  }
  name(place) {
    const copy = place.length > 4 ? ` ($=${place[4]})` : '';
    return `${place[0] === this.main ? '' : this.list[place[0]].path + ':'}${place[1]}:${place[2]}${copy}`;
  }
}

/* --- the selected step --- */

class StepPane {
  constructor(root, page) {
    this.root = root;
    this.page = page;
  }

  tag(tid) {
    const t = this.page.trace.threads[tid];
    return t ? element('span', { class: `tag ${t.color}`, title: t.name }, t.tag) : element('span', { class: 'tag none' }, 'init');
  }

  link(k) {
    if (!k) return 'the initial value';
    const b = element('button', { type: 'button', class: 'step-link', 'data-step': k }, `step ${k}`);
    b.addEventListener('click', () => this.page.select(k));
    return b;
  }

  placeLink(place) {
    if (!place) return null;
    const b = element('button', { type: 'button', class: 'place', title: 'show in the source' }, this.page.files.name(place));
    b.addEventListener('click', () => this.page.source.show(place, true));
    return b;
  }

  show(k) {
    this.root.replaceChildren(...(k === 0 ? this.start() : this.stepParts(k)));
    this.root.scrollTop = 0;
  }

  start() {
    const t = this.page.trace,
      n = t.count;
    return [
      element('h2', {}, n ? `Before the first step` : 'Before the first step, where it ends'),
      element('p', { class: 'quiet' }, n ? `${n} step${n === 1 ? '' : 's'} follow${n === 1 ? 's' : ''}.` : 'No thread has made a step.'),
    ];
  }

  stepParts(k) {
    const t = this.page.trace,
      s = t.step(k),
      th = t.thread(k);
    const head = element(
      'h2',
      {},
      `Step ${k} `,
      element('span', { class: 'quiet' }, `of ${t.count}`),
      ' ',
      this.tag(th ? th.tid : -1),
      ' ',
      t.who(k),
      ' ',
      element('span', { class: 'quiet' }, s.kind),
    );
    const what = element('p', { class: 'what' }, element('code', {}, s.what));
    if (s.choice) what.append(element('span', { class: 'quiet' }, `  choice ${s.choice}`));
    if (s.note) what.append(' ', element('strong', { class: t.fails(k) ? 'bad' : '' }, s.note));
    what.append(' ', element('span', { class: 'quiet' }, 'at '), this.placeLink(s.place) || '-');
    if (s.call)
      what.append(
        element('span', { class: 'quiet' }, ' in the call '),
        element('code', {}, this.page.files.text(s.call)),
        ' ',
        this.placeLink(s.call),
      );
    return [head, what, this.facts(s, k), this.instead(k)].filter(Boolean);
  }

  facts(s, k) {
    const t = this.page.trace,
      list = element('ul', { class: 'facts' }),
      add = (...x) => list.append(element('li', {}, ...x));
    for (const [, name, value, from] of s.reads || []) {
      const by = from ? t.thread(from) : null;
      add(
        'reads ',
        element('code', {}, `${name} = ${value}`),
        from ? ', written in ' : ', ',
        this.link(from),
        by ? ' by ' : '',
        by ? this.tag(by.tid) : '',
      );
    }
    const changed = new Set((s.changes || []).map((c) => c[0]));
    for (const [, name, before, after] of s.changes || [])
      add('changes ', element('code', {}, name), ' from ', element('code', {}, before), ' to ', element('code', {}, after));
    for (const loc of s.writes || [])
      if (!changed.has(loc)) add('writes ', element('code', {}, t.names.get(loc) || '?'), ', which keeps its value');
    for (const m of s.messages || []) add(...this.message(m));
    for (const child of t.threads) if (child.born === k) add('starts ', this.tag(child.tid), ' ', child.name);
    for (const [name, ended] of s.joins || [])
      add('joins ', element('code', {}, name), ended ? ', which ended in ' : ', which never made a step', ended ? this.link(ended) : '');
    for (const p of s.prints || []) add('prints ', element('code', {}, p));
    return list.children.length ? list : null;
  }

  message(m) {
    const text = element('code', {}, m.text);
    if (!m.sent) return ['receives ', text, ' from ', this.tag(m.peer), ', sent in ', m.other ? this.link(m.other) : 'this step'];
    const fate =
      m.copies === 0
        ? ['; it is lost']
        : [m.copies > 1 ? '; it is duplicated' : '', m.other ? ', received in ' : ', never received', m.other ? this.link(m.other) : ''];
    return ['sends ', text, ' to ', this.tag(m.peer), ...fate];
  }

  instead(k) {
    const t = this.page.trace,
      all = t.alternatives(k),
      blocked = t.blocked(k),
      others = all.filter((o) => !o.taken);
    if (!all.length && !blocked.length) return null;
    const box = element('div', { class: 'instead' }, element('h3', {}, 'Enabled here'));
    const list = element('ul', {});
    const shown = all.filter((o) => o.taken).concat(others.slice(0, 60));
    for (const o of shown.sort((x, y) => x.tid - y.tid))
      list.append(
        element(
          'li',
          { class: o.taken ? 'taken' : '' },
          element('span', { class: 'mark', 'aria-hidden': 'true' }, o.taken ? '\u25b8' : ''),
          this.tag(o.tid),
          ' ',
          element('code', {}, o.what),
          ' ',
          this.placeLink(o.call && !this.page.how.library ? o.call : o.place) || '',
          o.taken ? element('span', { class: 'quiet' }, ' this step') : '',
        ),
      );
    box.append(list);
    if (others.length > 60) box.append(element('p', { class: 'quiet' }, `and ${others.length - 60} more`));
    if (!others.length) box.append(element('p', { class: 'quiet' }, 'Nothing else was possible.'));
    if (blocked.length) box.append(element('p', { class: 'quiet' }, 'has to wait: ', ...blocked.flatMap((x) => [this.tag(x.tid), ' '])));
    return box;
  }
}

/* --- source --- */

const WORDS = new Set(
  (
    'import const param int bool pid mutex queue set enum record message pure daemon Thread init invariant cover finally fault ' +
    'crash drop duplicate if else while loop for in break continue return exit atomic await critical either or assert assume ' +
    'print receive join skip after when true false self spawn choose void ref forall exists count sum'
  ).split(' '),
);

/* Pieces [from, to, class] of a line; COMMENT: it begins inside of one. */
function paint(text, comment) {
  const pieces = [],
    scan = /\/\/.*|\/\*|"(?:\\.|[^"\\])*"?|[A-Za-z_]\w*/g;
  let at = 0;
  for (;;) {
    if (comment) {
      const end = text.indexOf('*/', at),
        to = end < 0 ? text.length : end + 2;
      pieces.push([at, to, 'comment']);
      if (end < 0) return { pieces, comment: true };
      at = to;
      comment = false;
    }
    scan.lastIndex = at;
    const m = scan.exec(text);
    if (!m) return { pieces, comment: false };
    at = scan.lastIndex;
    if (m[0] === '/*') {
      comment = true;
      at = m.index;
    } else if (m[0].startsWith('//')) pieces.push([m.index, at, 'comment']);
    else if (m[0][0] === '"') pieces.push([m.index, at, 'string']);
    else if (WORDS.has(m[0])) pieces.push([m.index, at, 'word']);
  }
}

class SourcePane {
  constructor(root, page, data) {
    this.root = root;
    this.page = page;
    this.files = page.files;
    this.unreached = new Set(data.unreached.map(([file, line]) => file + ',' + line));
    this.touched = [];
    this.tabs = element('div', { class: 'tabs', role: 'group', 'aria-label': 'Files' });
    this.text = element('div', { class: 'text', tabindex: 0, 'aria-label': 'source text' });
    this.views = new Map();
    this.root.append(this.tabs, this.text);
    this.files.list.forEach((f, i) => {
      if (this.files.has(i)) this.addFile(f, i);
    });
    this.tabs.hidden = this.views.size < 2;
    this.open(this.files.main);
  }

  addFile(f, i) {
    const tab = element('button', { type: 'button', 'aria-pressed': 'false' }, f.path),
      view = element('div', { class: 'file' });
    tab.addEventListener('click', () => this.open(i));
    let comment = false;
    const lines = this.files.lines[i].map((text, n) => {
      const painted = paint(text, comment),
        dead = this.unreached.has(i + ',' + (n + 1));
      comment = painted.comment;
      const tags = element('span', { class: 'tags' }),
        code = element('code', {});
      const line = element(
        'div',
        { class: dead ? 'line dead' : 'line', title: dead ? 'no run came here' : null },
        tags,
        element('span', { class: 'no' }, String(n + 1)),
        code,
      );
      view.append(line);
      const l = { text, pieces: painted.pieces, line, tags, code };
      this.write(l, -1, -1);
      return l;
    });
    this.views.set(i, { tab, view, lines });
    this.tabs.append(tab);
  }

  open(i) {
    const v = this.views.get(i);
    if (!v || this.shown === i) return;
    this.shown = i;
    for (const [k, x] of this.views) x.tab.setAttribute('aria-pressed', String(k === i));
    this.text.replaceChildren(v.view);
  }

  /* The text of a line, with what lies in FROM .. TO marked. */
  write(l, from, to) {
    const cuts = new Set([0, l.text.length]);
    for (const [a, b] of l.pieces) cuts.add(a).add(b);
    if (from >= 0) cuts.add(from).add(to);
    const at = [...cuts].sort((x, y) => x - y),
      parts = [];
    for (let i = 0; i + 1 < at.length; i++) {
      const text = l.text.slice(at[i], at[i + 1]),
        piece = l.pieces.find(([a, b]) => a <= at[i] && at[i] < b),
        now = at[i] >= from && at[i] < to;
      parts.push(piece || now ? element(now ? 'mark' : 'span', { class: piece ? piece[2] : null }, text) : text);
    }
    l.code.replaceChildren(...parts);
  }

  lineOf(place) {
    const v = place && this.views.get(place[0]);
    return v ? v.lines[place[1] - 1] : undefined;
  }

  clear() {
    for (const l of this.touched) {
      l.tags.replaceChildren();
      l.tags.removeAttribute('title');
      l.line.classList.remove('here', 'failing');
      if (l.marked) this.write(l, -1, -1);
      l.marked = false;
    }
    this.touched = [];
  }

  touch(l) {
    this.touched.push(l);
    return l;
  }

  highlight(place, how) {
    const l = this.lineOf(place);
    if (!l) return;
    const [from, to] = this.files.range(place);
    this.touch(l).line.classList.add(how);
    if (l.marked) return;
    this.write(l, from, Math.max(to, from + 1));
    l.marked = true;
  }

  /* Where every thread stands after step K, and what the step did. */
  update(k) {
    const t = this.page.trace,
      s = k ? t.step(k) : null,
      finding = this.page.finding,
      tags = new Map();
    this.clear();
    if (s) (this.highlight(s.call, 'here'), this.highlight(s.place, 'here'));
    if (finding && finding.place && k === t.count) this.highlight(finding.place, 'failing');
    for (const th of t.threads) {
      const h = t.at.get(th.tid),
        x = h && h.at(k);
      if (!x || x.status !== 'running') continue;
      for (const place of new Set([x.call, x.place])) this.stand(tags, place, th, x);
    }
    for (const [l, list] of tags) this.tag(l, list);
    const follow = s ? (s.call && !this.page.how.library ? s.call : s.place) : null;
    if (follow && this.files.has(follow[0])) this.show(follow, false);
  }

  stand(tags, place, thread, x) {
    const l = this.lineOf(place);
    if (!l) return;
    if (!tags.has(l)) tags.set(l, []);
    if (!tags.get(l).some((y) => y.thread === thread)) tags.get(l).push({ thread, waits: !x.enabled });
  }

  tag(l, list) {
    const most = list.length > 3 ? 2 : 3;
    l.tags.title = list.map((x) => x.thread.name + (x.waits ? ' has to wait here' : ' is here')).join('\n');
    for (const x of list.slice(0, most))
      l.tags.append(element('span', { class: `tag ${x.thread.color}${x.waits ? ' waits' : ''}` }, x.thread.tag));
    if (list.length > most) l.tags.append(element('span', { class: 'tag none' }, `+${list.length - most}`));
    this.touch(l);
  }

  show(place, flash) {
    this.open(place[0]);
    const l = this.lineOf(place);
    if (!l) return;
    const box = this.text,
      top = l.line.offsetTop,
      room = box.clientHeight;
    if (flash || top < box.scrollTop + 30 || top > box.scrollTop + room - 50) box.scrollTop = Math.max(0, top - room / 2);
    if (!flash) return;
    l.line.classList.remove('flash');
    void l.line.offsetWidth; /* starts the animation anew */
    l.line.classList.add('flash');
  }
}

/* --- values --- */

class ValuesPane {
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.root.addEventListener('click', (e) => {
      const step = e.target.closest('[data-step]'),
        name = e.target.closest('[data-name]');
      if (step) this.page.select(Number(step.dataset.step));
      else if (name) this.page.find(name.dataset.name);
    });
  }

  table(title, ...heads) {
    const body = element('tbody', {});
    const head = element('tr', {}, element('th', { class: 'sign-of' }), ...heads.map((h) => element('th', { scope: 'col' }, h)));
    return {
      box: element('div', { class: 'group' }, element('h3', {}, title), element('table', {}, element('thead', {}, head), body)),
      body,
    };
  }

  /* Lists for a new trace; rows are filled by update. */
  begin(trace) {
    this.trace = trace;
    this.rows = [];
    const shared = this.table('Shared', 'variable', 'value', 'was', 'written in'),
      rest = this.table('Shared', 'variable', 'value', '', '');
    let untouched = 0;
    for (const loc of [...trace.names.keys()].sort((x, y) => x - y)) {
      const touched = trace.touched.has(loc);
      this.row(loc, (touched ? shared : rest).body);
      untouched += !touched;
    }
    this.locals = element('div', { class: 'group' });
    this.mail = element('div', { class: 'group' });
    this.held = element('div', { class: 'group' });
    const more = element(
      'details',
      {},
      element('summary', {}, `${untouched} shared variable${untouched === 1 ? '' : 's'} that this run does not touch`),
      rest.box,
    );
    rest.box.firstChild.remove();
    this.root.replaceChildren(
      ...[shared.body.children.length ? shared.box : null, this.locals, this.held, this.mail, untouched ? more : null].filter(Boolean),
    );
  }

  row(loc, body) {
    const name = this.trace.names.get(loc),
      cells = ['sign-of', 'name', 'value', 'was', 'by'].map((c) => element('td', { class: c }));
    cells[1].append(element('button', { type: 'button', class: 'plain', 'data-name': name, title: `steps that touch ${name}` }, name));
    const row = element('tr', {}, ...cells);
    body.append(row);
    this.rows.push({ loc, row, cells, shown: '' });
  }

  update(k, tid) {
    for (const r of this.rows) this.updateRow(r, k);
    this.showLocals(k, tid);
    this.showHeld(k);
    this.showMail(k);
  }

  updateRow(r, k) {
    const t = this.trace,
      h = t.values.get(r.loc),
      i = h ? h.index(k) : -1,
      value = i < 0 ? '' : h.values[i];
    const w = t.writers.get(r.loc),
      by = w ? w.at(k) || 0 : 0,
      changed = k > 0 && i > 0 && h.steps[i] === k,
      written = k > 0 && by === k;
    const read = k > 0 && (t.step(k).reads || []).some((x) => x[0] === r.loc),
      key = `${value}|${by}|${changed}|${written}|${read}`;
    if (key === r.shown) return;
    r.shown = key;
    r.row.className = changed ? 'changed' : written ? 'written' : read ? 'seen' : '';
    const [mark, , cell, was, from] = r.cells;
    mark.textContent = changed ? '\u25cf' : written ? '\u25cb' : read ? '\u25cc' : '';
    mark.title = changed ? 'changed by this step' : written ? 'written by this step, same value' : read ? 'read by this step' : '';
    cell.textContent = value;
    was.textContent = changed ? h.values[i - 1] : '';
    from.replaceChildren(
      ...(by
        ? [
            element('button', { type: 'button', class: 'step-link', 'data-step': by }, `step ${by}`),
            ' ',
            this.page.stepPane.tag(t.step(by).tid ?? -1),
          ]
        : []),
    );
  }

  list(box, title, rows) {
    box.hidden = rows.length === 0;
    if (!rows.length) return;
    const body = element(
      'tbody',
      {},
      ...rows.map(([changed, name, value, was]) =>
        element(
          'tr',
          { class: changed ? 'changed' : null },
          element('td', { class: 'sign-of' }, changed ? '\u25cf' : ''),
          element('td', { class: 'name' }, name),
          element('td', { class: 'value' }, value),
          element('td', { class: 'was' }, was || ''),
        ),
      ),
    );
    box.replaceChildren(element('h3', {}, ...title), element('table', {}, body));
  }

  showLocals(k, tid) {
    const t = this.trace,
      th = t.threads[tid],
      h = th && t.locals.get(tid),
      i = h ? h.index(k) : -1;
    const now = i < 0 ? [] : h.values[i],
      before = new Map(i > 0 ? h.values[i - 1] : []),
      fresh = i >= 0 && h.steps[i] === k;
    this.list(
      this.locals,
      th ? ['Locals of ', this.page.stepPane.tag(tid), ' ', th.name] : [''],
      now.map(([name, value]) => {
        const changed = fresh && i > 0 && before.get(name) !== value;
        return [changed, name, value, changed ? before.get(name) : ''];
      }),
    );
  }

  showHeld(k) {
    const rows = this.trace
      .held(k)
      .map((b) => [
        b.from === k && k > 0,
        b.name,
        element('span', {}, b.critical ? 'inside: ' : 'held by ', this.page.stepPane.tag(b.tid)),
        '',
      ]);
    this.list(this.held, ['Locks and critical sections'], rows);
  }

  showMail(k) {
    const rows = [];
    for (const [tid, h] of [...this.trace.mail].sort((x, y) => x[0] - y[0])) {
      const i = h.index(k),
        text = i < 0 ? '' : h.values[i],
        changed = i >= 0 && h.steps[i] === k;
      if (text || changed)
        rows.push([changed, this.page.stepPane.tag(tid), text || 'empty', changed ? (i > 0 ? h.values[i - 1] : '') || 'empty' : '']);
    }
    this.list(this.mail, ['Mailboxes'], rows);
  }
}
