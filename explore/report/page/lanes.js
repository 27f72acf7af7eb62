/* lanes.js -- the run as lanes: one column a thread, one row a step, time goes down.
 * Heights and places are computed, not measured. What a selection changes is small: one row, one veil over what is still to
 * come, the arrows of one step. */
const SVG = 'http://www.w3.org/2000/svg';

function element(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [k, v] of Object.entries(attributes || {}))
    if (v !== undefined && v !== null && v !== false) e.setAttribute(k, v === true ? '' : v);
  e.append(...children.filter((c) => c !== null && c !== undefined && c !== false));
  return e;
}

function drawn(name, attributes, ...children) {
  const e = document.createElementNS(SVG, name);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  e.append(...children);
  return e;
}

/* --- signs: a shape for each kind of step, in a box of 14 around 0, 0 --- */

const CIRCLE = 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z';
const SQUARE = 'M-5 -5h10v10h-10z';
const DIAMOND = 'M0 -6.5L6.5 0L0 6.5L-6.5 0z';
const SIGNS = {
  read: [CIRCLE, false, 'reads'],
  write: [CIRCLE, true, 'writes'],
  rmw: [CIRCLE + 'M-2 0a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z', 'ring', 'cas, swap, fetch_add'],
  data: ['M-5.5 -4h11M-5.5 0h11M-5.5 4h11', false, 'a queue or set'],
  atomic: ['M-6 -6h12v12h-12zM-2.5 -2.5h5v5h-5z', 'ring', 'atomic block or statement'],
  await: [DIAMOND, false, 'await'],
  choose: [DIAMOND, true, 'choice'],
  lock: [SQUARE, true, 'lock'],
  trylock: ['M-5 -5h10v10h-10zM-5 5L5 -5', false, 'trylock'],
  unlock: [SQUARE, false, 'unlock'],
  send: ['M-5 -6L6 0L-5 6z', true, 'send'],
  receive: ['M-5 -6L6 0L-5 6z', false, 'receive'],
  after: ['M-5 -6h10L-5 6h10z', false, 'after: no message matched'],
  spawn: ['M0 -6V6M-6 0H6', false, 'thread started'],
  join: ['M-6 -5L0 1L6 -5M0 1V6', false, 'join'],
  enter: ['M5 -6H-4V6H5', false, 'critical section entered'],
  leave: ['M-5 -6H4V6H-5', false, 'critical section left'],
  crash: ['M-5 -5L5 5M-5 5L5 -5', false, 'crash'],
  init: ['M0 -7L2 -2L7 0L2 2L0 7L-2 2L-7 0L-2 -2z', true, 'init'],
};

function sign(kind, x, y, color) {
  const [d, full] = SIGNS[kind] || SIGNS.write;
  return drawn('path', {
    d,
    class: `sign ${full === 'ring' ? 'ring' : full ? 'full' : 'hollow'} ${color}`,
    transform: `translate(${x} ${y})`,
  });
}

function swatch(...children) {
  return drawn('svg', { viewBox: '-9 -9 18 18', width: 18, height: 18, class: 'swatch', 'aria-hidden': 'true' }, ...children);
}

/* The list of signs, for the help. */
function signList() {
  const list = element('ul', { class: 'signs' });
  const add = (svg, text) => list.append(element('li', {}, svg, ' ' + text));
  for (const [kind, [, , text]] of Object.entries(SIGNS)) add(swatch(sign(kind, 0, 0, 't0')), text);
  const wide = (...c) => drawn('svg', { viewBox: '-18 -9 36 18', width: 36, height: 18, class: 'swatch', 'aria-hidden': 'true' }, ...c);
  add(
    wide(drawn('path', { d: 'M-16 0H10', class: 'arrow message t0' }), drawn('path', { d: 'M16 0L8 -4V4z', class: 'head message t0' })),
    'send to receive',
  );
  add(
    wide(drawn('path', { d: 'M-16 0H14', class: 'arrow read t0' }), drawn('path', { d: 'M8 -5L15 0L8 5', class: 'head read t0' })),
    'write to the read that saw it',
  );
  add(
    wide(drawn('path', { d: 'M-16 0H14', class: 'arrow thread t0' }), drawn('path', { d: 'M8 -5L15 0L8 5', class: 'head thread t0' })),
    'thread started; its end to the join',
  );
  add(wide(drawn('path', { d: 'M-16 0H16', class: 'life t0' })), 'the thread could go on');
  add(wide(drawn('path', { d: 'M-16 0H16', class: 'life waits t0' })), 'the thread has to wait');
  add(
    wide(
      drawn('rect', { x: -16, y: -5, width: 32, height: 10, class: 'band lock t0' }),
      drawn('path', { d: hatch(-16, -5, 32, 10), class: 'hatch t0' }),
    ),
    'holds a mutex',
  );
  add(wide(drawn('rect', { x: -16, y: -5, width: 32, height: 10, class: 'band critical t0' })), 'inside a critical section');
  return list;
}

/* Slanted strokes that fill a rectangle. */
function hatch(x, y, w, h) {
  let d = '';
  for (let s = 4; s < w + h; s += 6) {
    const x1 = Math.min(s, w),
      y1 = s - x1,
      y2 = Math.min(s, h),
      x2 = s - y2;
    d += `M${x + x1} ${y + y1}L${x + x2} ${y + y2}`;
  }
  return d;
}

/* --- the words of a row --- */

/* Changes that the text of the step does not tell already. */
function changeTexts(s) {
  const told = s.kind === 'lock' || s.kind === 'unlock' || s.kind === 'trylock';
  if (s.kind === 'write' && s.writes && !s.changes) return ['no change'];
  return (s.changes || [])
    .filter(() => !told)
    .map(([, name, before, after]) => (s.what === `${name} := ${after}` ? `was ${before}` : `${name}: ${before} \u2192 ${after}`));
}

function moreOf(s) {
  const more = changeTexts(s);
  if (s.note) more.push(s.note);
  for (const p of s.prints || []) more.push(`prints: ${p}`);
  return more.join('  \u00b7  ');
}

const ROW = 24,
  TALL = 40,
  ENDS = 56,
  TEXT = 7.1;

class Lanes {
  constructor(root, page) {
    this.root = root;
    this.page = page; /* lineText(place), onSelect(k), onToggle(group), onThread(tid) */
    this.root.addEventListener('click', (e) => this.click(e));
  }

  /* Draws TRACE anew. HOW: { runs, library, open, arrows, columns: true, false or null: whichever fits }. */
  draw(trace, how, width) {
    this.trace = trace;
    this.how = how;
    this.rows = trace.rows(how);
    this.measure(width);
    this.rowOf = new Array(trace.count + 2).fill(0);
    this.rows.forEach((r, i) => {
      for (let k = r.first; k <= r.last; k++) this.rowOf[k] = i + 1;
    });
    this.place();
    this.build();
    this.selected = -1;
  }

  measure(width) {
    const digits = Math.max(...this.rows.map((r) => this.number(r).length), 1);
    this.gutter = Math.max(46, 22 + digits * 7);
    const n = Math.max(1, this.trace.threads.length),
      room = Math.max(200, width - this.gutter - 16);
    this.inColumns = this.how.columns === null ? room / n >= 165 : this.how.columns;
    this.lane = this.inColumns
      ? Math.max(150, Math.min(340, Math.floor(room / n)))
      : Math.max(26, Math.min(64, Math.floor((room * 0.42) / n)));
    this.depths();
    this.lanesWidth = this.lane * n;
    this.textX = this.gutter + this.lanesWidth + 10;
    this.width = this.inColumns ? Math.max(width - 2, this.gutter + this.lanesWidth + 8) : Math.max(width - 2, this.textX + 320);
  }

  /* Bands of one thread that overlap stand side by side. */
  depths() {
    const open = new Map();
    for (const b of this.trace.bands) {
      const mine = (open.get(b.tid) || []).filter((x) => x.to === 0 || x.to > b.from);
      let depth = 0;
      while (mine.some((x) => x.depth === depth)) depth++;
      b.depth = depth;
      open.set(b.tid, mine.concat(b));
    }
  }

  number(row) {
    return row.first === row.last ? String(row.first) : `${row.first}\u2013${row.last}`;
  }
  x(tid) {
    return this.gutter + this.lane * tid + (this.inColumns ? 30 : this.lane / 2);
  }
  color(tid) {
    return tid >= 0 && this.trace.threads[tid] ? this.trace.threads[tid].color : 'none';
  }
  tidOf(row) {
    const s = this.trace.step(row.first);
    return s.tid === undefined ? -1 : s.tid;
  }
  y(k) {
    return this.middle[this.rowOf[k]];
  } /* middle of the row of step K; 0: the start */

  words(row) {
    const t = this.trace,
      s = t.step(row.first);
    if (row.kind === 'step') return [s.what, moreOf(s)];
    const all = t.steps.slice(row.first - 1, row.last),
      n = row.last - row.first + 1;
    const more = [...new Set(all.flatMap((x) => (x.changes || []).map((c) => c[1])))].map((name) => {
      const own = all.flatMap((x) => x.changes || []).filter((c) => c[1] === name);
      return `${name}: ${own[0][2]} \u2192 ${own[own.length - 1][3]}`;
    });
    const notes = all.map((x) => x.note).filter(Boolean);
    if (row.kind === 'call') return [this.page.lineText(s.call), more.concat(notes).join('  \u00b7  ')];
    return [`${n} steps: ${s.what} \u2026 ${all[n - 1].what}`, more.concat(notes).slice(0, 4).join('  \u00b7  ')];
  }

  /* Where each row begins: this.top[0] is the state at the start, the last one the end. */
  place() {
    let y = 0;
    this.top = [0];
    this.middle = [ROW / 2];
    y += ROW;
    this.told = this.rows.map((row) => {
      const [what, more] = this.words(row);
      const tid = Math.max(0, this.tidOf(row)),
        room = this.inColumns ? this.gutter + this.lanesWidth - this.x(tid) - 26 : 1e9;
      const two = Boolean(more) && (what.length + more.length + 4) * TEXT > room;
      this.top.push(y);
      this.middle.push(y + ROW / 2);
      y += two ? TALL : ROW;
      return { what, more, two, room };
    });
    this.top.push(y);
    this.middle.push(y + ROW / 2);
    this.height = y + ENDS + 8;
  }

  /* --- building --- */

  build() {
    this.head = element('div', { class: 'heads' });
    this.tree = element('div', { class: 'rows', role: 'tree', tabindex: 0, 'aria-label': 'steps' });
    this.back = drawn('svg', { class: 'lines', 'aria-hidden': 'true' });
    this.front = drawn('svg', { class: 'lines front', 'aria-hidden': 'true' });
    this.veil = element('div', { class: 'veil' });
    this.heads();
    this.lifelines();
    this.drawBands();
    this.drawArrows();
    this.drawSigns();
    this.cycle();
    this.items = [this.startRow(), ...this.rows.map((r, i) => this.row(r, i)), this.endRow()];
    this.tree.append(...this.items, this.back, this.veil, this.front);
    for (const e of [this.back, this.front]) (e.setAttribute('width', this.width), e.setAttribute('height', this.height));
    this.tree.style.height = this.height + 'px';
    this.tree.style.width = this.head.style.width = this.width + 'px';
    this.root.classList.toggle('in-columns', this.inColumns);
    this.root.classList.toggle('no-arrows', !this.how.arrows);
    this.root.replaceChildren(this.head, this.tree);
    this.root.scrollTop = Math.min(this.root.scrollTop, this.height);
  }

  heads() {
    for (const t of this.trace.threads) {
      const b = element(
        'button',
        {
          type: 'button',
          class: `head-of ${t.color}`,
          'data-tid': t.tid,
          title: `${t.name}${t.daemon ? ' (daemon)' : ''}, ${t.steps} steps`,
        },
        element('span', { class: `tag ${t.color}` }, t.tag),
      );
      if (this.inColumns) b.append(element('span', { class: 'name' }, t.name + (t.daemon ? ' (daemon)' : '')));
      else b.setAttribute('aria-label', t.name);
      b.style.left = this.gutter + this.lane * t.tid + 'px';
      b.style.width = this.lane + 'px';
      this.head.append(b);
    }
  }

  /* A lifeline is drawn while a thread lives: through where it could go on, dotted where it has to wait. */
  lifelines() {
    const end = this.rows.length + 1;
    for (const t of this.trace.threads) {
      const h = this.trace.at.get(t.tid);
      if (t.born) this.back.append(this.birth(t));
      if (!h) continue;
      h.steps.forEach((k, i) => {
        const x = h.values[i],
          from = k,
          to = i + 1 < h.steps.length ? h.steps[i + 1] : null;
        const y1 = this.y(from),
          y2 = to === null ? this.middle[end] : this.y(to);
        if (x.status === 'running' && y2 > y1)
          this.back.append(drawn('path', { d: `M${this.x(t.tid)} ${y1}V${y2}`, class: `life ${x.enabled ? '' : 'waits '}${t.color}` }));
        else if (x.status !== 'running' && x.status !== 'unborn' && i > 0 && h.values[i - 1].status === 'running')
          this.back.append(drawn('path', { d: `M${this.x(t.tid) - 8} ${y1 + 10}h16`, class: `life stop ${t.color}` }));
      });
    }
  }

  /* From the thread that started T to T's lane. */
  birth(t) {
    const from = this.x(this.trace.step(t.born).tid ?? 0),
      to = this.x(t.tid),
      y = this.y(t.born),
      dir = Math.sign(to - from) || 1;
    return drawn(
      'g',
      { class: 'link', 'data-from': t.born, 'data-child': t.tid },
      drawn('path', { d: `M${from + dir * 8} ${y}H${to - dir * 3}`, class: `arrow thread ${t.color}` }),
      drawn('path', { d: this.tip(to - dir, y, dir, 0, 'thread'), class: `head thread ${t.color}` }),
    );
  }

  drawBands() {
    for (const b of this.trace.bands) {
      const w = 9,
        x = this.x(b.tid) - 10 - (b.depth + 1) * (w + 1) + (this.inColumns ? 0 : 4);
      const y1 = b.from ? this.y(b.from) - 8 : 2,
        y2 = b.to ? this.y(b.to) + 8 : this.middle[this.rows.length + 1];
      const color = this.color(b.tid),
        what = `${b.critical ? 'inside' : 'holds'} ${b.name}`,
        h = Math.max(8, y2 - y1);
      const g = drawn(
        'g',
        {},
        drawn('title', {}, what),
        drawn('rect', {
          x,
          y: y1,
          width: w,
          height: h,
          rx: b.critical ? 4 : 0,
          class: `band ${b.critical ? 'critical' : 'lock'} ${color}`,
        }),
      );
      if (!b.critical) g.append(drawn('path', { d: hatch(x, y1, w, h), class: `hatch ${color}` }));
      if (h > b.name.length * 5.6 + 14)
        g.append(drawn('text', { class: 'band-name', transform: `translate(${x + 2} ${y1 + 6}) rotate(90)` }, b.name));
      this.back.append(g);
    }
  }

  /* The two paths of an arrow: line and head. */
  shape(a) {
    const x1 = this.x(this.trace.step(a.from).tid ?? 0),
      x2 = this.x(this.trace.step(a.to).tid ?? 0),
      y1 = this.y(a.from),
      y2 = this.y(a.to);
    if (y1 === y2) return null;
    if (a.own) {
      const bow = x1 + 14 + Math.min(30, (y2 - y1) / 8);
      return {
        line: `M${x1 + 6} ${y1 + 3}C${bow} ${y1 + 12} ${bow} ${y2 - 12} ${x2 + 9} ${y2 - 4}`,
        head: this.tip(x2 + 7, y2 - 3, -1, 0.55, a.kind),
      };
    }
    const dir = Math.sign(x2 - x1),
      dx = Math.abs(x2 - x1),
      dy = y2 - y1;
    if (a.kind === 'message') {
      const len = Math.hypot(dx, dy),
        ux = (x2 - x1) / len,
        uy = dy / len,
        ex = x2 - ux * 9,
        ey = y2 - uy * 9;
      return { line: `M${x1 + ux * 7} ${y1 + uy * 7}L${ex - ux * 5} ${ey - uy * 5}`, head: this.tip(ex, ey, ux, uy, a.kind) };
    }
    const bow = Math.min(dx * 0.5, 90),
      ex = x2 - dir * 8;
    return {
      line: `M${x1 + dir * 4} ${y1 + 5}C${x1 + dir * bow * 0.3} ${y1 + dy * 0.6} ${x2 - dir * bow} ${y2} ${ex} ${y2}`,
      head: this.tip(ex, y2, dir, 0, a.kind),
    };
  }

  tip(x, y, ux, uy, kind) {
    const bx = x - ux * 8,
      by = y - uy * 8,
      nx = -uy * 4.5,
      ny = ux * 4.5;
    return `M${bx + nx} ${by + ny}L${x} ${y}L${bx - nx} ${by - ny}${kind === 'message' ? 'z' : ''}`;
  }

  arrow(a, extra) {
    const s = this.shape(a);
    if (!s) return null;
    const c = `${a.kind} ${this.color(this.trace.step(a.from).tid ?? -1)}${a.own ? ' own' : ''}`;
    return drawn(
      'g',
      { class: 'link ' + extra, 'data-from': a.from, 'data-to': a.to },
      drawn('path', { d: s.line, class: 'arrow ' + c }),
      drawn('path', { d: s.head, class: 'head ' + c }),
    );
  }

  drawArrows() {
    for (const a of this.trace.arrows) {
      if (a.own) continue; /* shown where they belong to the selected step */
      const g = this.arrow(a, '');
      if (g) this.back.append(g);
    }
  }

  drawSigns() {
    const t = this.trace;
    this.rows.forEach((row, i) => {
      const tid = this.tidOf(row),
        x = this.x(Math.max(0, tid)),
        y = this.middle[i + 1],
        s = t.step(row.last);
      if (row.last > row.first || row.kind === 'call')
        this.back.append(drawn('rect', { x: x - 6, y: y - 8, width: 12, height: 16, rx: 6, class: `sign many ${this.color(tid)}` }));
      else this.back.append(sign(s.kind, x, y, this.color(tid)));
      if (t.fails(row.last)) this.back.append(drawn('circle', { cx: x, cy: y, r: 10, class: 'fails' }));
    });
  }

  /* The steps that repeat for ever: a bracket with an arrow back. */
  cycle() {
    if (!this.trace.loop) return;
    const y1 = this.y(this.trace.loop),
      y2 = this.middle[this.rows.length],
      x = this.gutter - 8;
    this.back.append(
      drawn('path', { d: `M${x + 6} ${y2}H${x}V${y1}H${x + 5}`, class: 'cycle' }),
      drawn('path', { d: this.tip(x + 8, y1, 1, 0, 'message'), class: 'cycle-head' }),
    );
  }

  /* --- rows --- */

  item(i, k, label, attributes) {
    const e = element('div', {
      class: 'row',
      role: 'treeitem',
      id: `row${i}`,
      'data-step': k,
      'aria-label': label,
      'aria-selected': 'false',
      ...attributes,
    });
    e.style.top = this.top[i] + 'px';
    e.style.height = (this.top[i + 1] ?? this.height - 8) - this.top[i] + 'px';
    return e;
  }

  startRow() {
    const prints = (this.trace.data.prints || []).map((p) => `prints: ${p}`).join('  \u00b7  ');
    const e = this.item(0, 0, 'before the first step', {}),
      label = element('span', { class: 'label quiet' }, prints || 'start');
    label.style.left = (this.inColumns ? this.x(0) + 14 : this.textX) + 'px';
    e.append(element('span', { class: 'number' }, '0'), label);
    return e;
  }

  row(row, i) {
    const t = this.trace,
      told = this.told[i],
      tid = this.tidOf(row),
      name = t.who(row.first),
      s = t.step(row.first);
    const number = this.number(row),
      folded = row.kind !== 'step';
    const e = this.item(i + 1, row.last, `step ${number}, ${name}, ${told.what}${told.more ? ', ' + told.more : ''}`, {
      'aria-expanded': row.group ? String(!folded) : null,
    });
    e.append(element('span', { class: 'number' }, number));
    const label = element('span', {
      class: `label ${this.color(tid)}${told.two ? ' two' : ''}${t.fails(row.last) ? ' failed' : ''}`,
      title: `${name}: ${told.what}${told.more ? '\n' + told.more : ''}`,
    });
    const toggle =
      row.group &&
      element(
        'span',
        { class: folded ? 'toggle' : 'toggle open', 'data-group': row.group, 'aria-hidden': 'true', title: folded ? 'open' : 'fold' },
        folded ? '+' : '\u2212',
      );
    if (folded && toggle) label.append(toggle);
    if (!this.inColumns) label.append(element('span', { class: `tag ${this.color(tid)}` }, tid < 0 ? 'init' : t.threads[tid].tag));
    label.append(element('span', { class: 'what' }, told.what));
    if (told.more) label.append(element('span', { class: 'more' }, told.more));
    if (!folded && toggle) label.append(toggle);
    label.style.left = (this.inColumns ? this.x(Math.max(0, tid)) + 13 : this.textX) + 'px';
    label.style.maxWidth = (this.inColumns ? told.room + 8 : this.width - this.textX - 4) + 'px';
    e.append(label);
    if (s.kind === 'atomic') e.classList.add('atomic');
    return e;
  }

  /* How each thread stands at the end. */
  endRow() {
    const t = this.trace,
      i = this.rows.length + 1,
      e = element('div', { class: 'row ends', 'aria-hidden': 'true' });
    e.style.top = this.top[i] + 'px';
    e.style.height = ENDS + 'px';
    const all = [];
    for (const th of t.threads) {
      const wait = t.loop ? null : t.waits.find((w) => w.tid === th.tid);
      const text = wait
        ? wait.text
        : {
            running: '',
            unborn: 'not started',
            ended: 'ended',
            crashed: 'crashed',
            failed: 'failed',
            stopped: 'stopped',
            cut: 'stopped',
            stuck: 'stuck',
          }[th.status] || '';
      if (!text) continue;
      all.push(`${th.tag} ${text}`);
      if (!this.inColumns) continue;
      const label = element('span', { class: `label quiet ${wait ? 'stuck' : ''}`, title: `${th.name} ${text}` }, text);
      label.style.left = this.x(th.tid) + 13 + 'px';
      label.style.width = this.lane - 46 + 'px';
      e.append(label);
    }
    if (!this.inColumns && all.length) {
      const label = element('span', { class: 'label quiet' }, all.join('  \u00b7  '));
      label.style.left = this.textX + 'px';
      label.style.maxWidth = this.width - this.textX - 4 + 'px';
      e.append(label);
    }
    return e;
  }

  /* --- selecting --- */

  select(k) {
    const i = this.rowOf[k] || 0,
      item = this.items[i];
    if (this.selected >= 0 && this.selected !== i) {
      this.items[this.selected].classList.remove('now');
      this.items[this.selected].setAttribute('aria-selected', 'false');
    }
    item.classList.add('now');
    item.setAttribute('aria-selected', 'true');
    this.tree.setAttribute('aria-activedescendant', item.id);
    this.selected = i;
    const below = this.top[i + 1] ?? this.height;
    this.veil.style.transform = `translateY(${below}px)`;
    this.veil.style.height = (k === 0 || k === this.trace.count ? 0 : this.height - below) + 'px';
    const row = this.rows[i - 1],
      arrows = [];
    for (let n = row ? row.first : 1; row && n <= row.last; n++) for (const a of this.trace.arrowsOf[n]) arrows.push(this.arrow(a, 'on'));
    this.front.replaceChildren(...arrows.filter(Boolean));
    this.show(i);
  }

  show(i) {
    const top = this.top[i],
      bottom = (this.top[i + 1] ?? this.height) + 30,
      seen = this.root.scrollTop,
      room = this.viewHeight - 34;
    if (top < seen + ROW) this.root.scrollTop = Math.max(0, top - room / 3);
    else if (bottom > seen + room) this.root.scrollTop = bottom - room + Math.min(room / 3, 80);
  }

  resized() {
    this.viewHeight = this.root.clientHeight || 600;
  }

  /* Steps that match a search. */
  mark(hits) {
    const set = new Set(hits.map((k) => this.rowOf[k]));
    this.items.forEach((e, i) => e.classList.toggle('hit', set.has(i)));
    this.root.classList.toggle('searching', hits.length > 0);
  }

  groupOf(k) {
    const r = this.rows[this.rowOf[k] - 1];
    return r ? r.group : null;
  }

  /* The step at the end of the row so many rows from that of K. */
  rowFrom(k, by) {
    const i = Math.max(0, Math.min(this.rows.length, this.rowOf[k] + by));
    return i === 0 ? 0 : this.rows[i - 1].last;
  }

  click(e) {
    const toggle = e.target.closest('.toggle'),
      head = e.target.closest('.head-of'),
      row = e.target.closest('.row[data-step]');
    if (toggle) this.page.onToggle(toggle.dataset.group);
    else if (head) this.page.onThread(Number(head.dataset.tid));
    else if (row) this.page.onSelect(Number(row.dataset.step));
  }
}
