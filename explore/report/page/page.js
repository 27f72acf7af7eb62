/* page.js -- the page: verdict, what is selected, buttons and keys, the link to a step. */
const $ = (id) => document.getElementById(id);

class Page {
  constructor(data) {
    this.data = data;
    this.files = new Files(data);
    this.how = { runs: false, library: data.lib, open: new Set(), arrows: true, columns: null };
    this.hits = [];
    this.k = -1;
    this.lanes = new Lanes($('lanes'), {
      lineText: (p) => this.files.text(p),
      onSelect: (k) => this.select(k),
      onToggle: (g) => this.toggleGroup(g),
      onThread: (tid) => this.pickThread(tid),
    });
    this.stepPane = new StepPane($('step'), this);
    this.source = new SourcePane($('source'), this, data);
    this.values = new ValuesPane($('values'), this);
    this.verdict();
    this.controls();
    this.fromHash();
    window.addEventListener('hashchange', () => {
      if (location.hash !== this.hash()) this.fromHash();
    });
    window.addEventListener('resize', () => this.redrawSoon());
    matchMedia('print').addEventListener('change', () => this.redraw());
  }

  /* --- the verdict --- */

  verdict() {
    const d = this.data,
      word = d.verdict === 'fail' ? d.kind : d.verdict;
    document.title = `${word}: ${d.model} - dmc`;
    document.documentElement.dataset.verdict = d.verdict;
    $('badge').textContent = d.verdict === 'ok' ? '\u2713 ok' : d.verdict === 'fail' ? `\u2717 ${word}` : '? incomplete';
    $('model').textContent = d.model;
    $('findings').hidden = d.findings.length < 2;
    d.findings.forEach((f, i) =>
      $('finding').append(element('option', { value: i }, `${i + 1} of ${d.findings.length}: ${f.kind}: ${this.headline(f)}`)),
    );
    $('finding').addEventListener('change', (e) => this.choose(Number(e.target.value)));
    this.facts();
    this.notes();
  }

  headline(f) {
    const text = f.what === 'deadlock' ? 'no thread can go on' : f.what === 'finally' ? `in finally: ${f.text}` : f.text;
    return f.code ? `${f.code}: ${text}` : text;
  }

  facts() {
    const d = this.data,
      s = d.stats,
      n = (x, one) => `${x.toLocaleString('en')} ${one}${x === 1 ? '' : 's'}`;
    const add = (name, ...value) => $('facts').append(element('div', {}, element('dt', {}, name), element('dd', {}, ...value)));
    for (const [name, value] of Object.entries(d.params)) add(name, element('code', {}, value));
    add('search', d.algorithm, d.reason ? element('span', { class: 'quiet' }, ` (${d.reason})`) : '');
    add(
      'looked at',
      [
        n(s.executions, 'execution'),
        s.blocked ? `${s.blocked.toLocaleString('en')} blocked` : '',
        s.redundant ? `${s.redundant.toLocaleString('en')} redundant` : '',
        n(s.states, 'state'),
        s.nodes ? n(s.nodes, 'node') : '',
        n(s.steps, 'step'),
        s.paths ? `${s.paths} paths` : '',
      ]
        .filter(Boolean)
        .join(', '),
    );
    if (d.limit) add('ended early', d.limit, d.help ? element('span', { class: 'quiet' }, ` ${d.help}`) : '');
    if (d.findings.length > 1) add('findings', String(d.findings.length));
  }

  notes() {
    const d = this.data,
      ok = d.verdict !== 'fail',
      place = (p) => this.stepPane.placeLink(p);
    const fold = (title, ...content) => $('notes').append(element('details', { open: ok }, element('summary', {}, title), ...content));
    const list = (items) => element('ul', {}, ...items.map((x) => element('li', {}, ...x)));
    if (d.covers.length)
      fold(
        `${d.covers.filter((c) => c.reached).length} of ${d.covers.length} covers reached`,
        element(
          'table',
          { class: 'covers' },
          element(
            'tbody',
            {},
            ...d.covers.map((c) =>
              element(
                'tr',
                { class: c.reached ? 'yes' : 'no' },
                element('td', {}, c.reached ? '\u2713 reached' : '\u2717 not reached'),
                element('td', {}, element('code', {}, c.name)),
                element('td', {}, place(c.place) || ''),
              ),
            ),
          ),
        ),
      );
    if (d.unreached.length)
      fold(
        `${d.unreached.length} line${d.unreached.length === 1 ? '' : 's'} that no run came to`,
        list(
          d.unreached.map(([file, line]) => [
            place([file, line, 1, 1]),
            ' ',
            element('code', {}, (this.files.lines[file][line - 1] || '').trim()),
          ]),
        ),
      );
    for (const [name, one] of [
      ['races', 'data race'],
      ['unread', 'message that nobody receives'],
    ])
      if (d[name].length)
        fold(
          `${d[name].length} ${one.replace(/^(data race|message)/, d[name].length > 1 ? '$1s' : '$1')}`,
          list(d[name].map((f) => [f.text, ' ', place(f.place) || '', f.other ? ' and ' : '', place(f.other) || ''])),
        );
    if (d.verdict === 'ok' && !d.finally_ran)
      $('notes').append(element('p', {}, '\u26a0 finally never ran: no run ended with all threads done.'));
  }

  /* --- a finding --- */

  choose(index, step) {
    const d = this.data,
      f = d.findings[index];
    this.index = index;
    this.finding = f || null;
    $('finding').value = String(index);
    const data = f && f.trace ? f.trace : d.sample || { threads: [], steps: [] };
    this.sampled = !(f && f.trace);
    this.trace = new Trace(data, d.main);
    this.how.open.clear();
    this.how.runs = this.trace.count > 150;
    this.describe(f);
    $('slider').max = String(this.trace.count);
    this.values.begin(this.trace);
    this.source.root.classList.toggle('many', this.trace.threads.length > 2);
    this.k = -1;
    this.tid = null;
    const ends = this.sampled ? 0 : this.trace.count;
    this.redraw(Math.min(step ?? ends, this.trace.count));
    $('search').value = '';
    this.search('');
  }

  describe(f) {
    const d = this.data,
      t = this.trace;
    $('headline').textContent = f
      ? this.headline(f)
      : d.verdict === 'ok'
        ? 'holds: everything was looked at'
        : 'nothing was found, but not everything was looked at';
    const where = [];
    if (f && f.place)
      where.push(this.stepPane.placeLink(f.place), element('code', {}, this.files.has(f.place[0]) ? this.files.line(f.place).trim() : ''));
    if (f && f.other && !samePlace(f.other, f.place)) where.push(element('span', {}, 'and'), this.stepPane.placeLink(f.other));
    if (f && f.count > 1) where.push(element('span', { class: 'quiet' }, `met ${f.count.toLocaleString('en')} times`));
    if (!this.sampled) where.push(element('span', { class: 'quiet' }, this.story(t)));
    else if (t.threads.length) where.push(element('span', { class: 'quiet' }, this.oneOfMany(t)));
    $('where').replaceChildren(...where);
    $('because').hidden = !t.data.because;
    $('because').replaceChildren(...this.linked(t.data.because || ''));
    this.stuck(f);
  }

  oneOfMany(t) {
    const going = t.threads.some((th) => {
      const h = t.at.get(th.tid),
        x = h && h.at(t.count);
      return x && x.status === 'running' && x.enabled;
    });
    return going ? `Below are the first ${t.count} steps of one run of many.` : 'The run below is one of many.';
  }

  story(t) {
    const parts = [`A run of ${t.count} step${t.count === 1 ? '' : 's'} leads there`];
    if (t.data.found) parts.push(`shortened from ${t.data.found}`);
    if (t.data.shortest) parts.push('none is shorter');
    return parts.join(', ') + '.';
  }

  /* Steps that a text speaks of can be clicked. */
  linked(text) {
    return text.split(/(\bsteps? \d+)/).map((part) => {
      const m = /^steps? (\d+)$/.exec(part),
        k = m ? Number(m[1]) : 0;
      if (!m || k < 1 || k > this.trace.count) return part;
      const b = element('button', { type: 'button', class: 'step-link' }, part);
      b.addEventListener('click', () => this.select(k));
      return b;
    });
  }

  stuck(f) {
    const t = this.trace,
      box = $('stuck'),
      tag = (tid) => this.stepPane.tag(tid);
    box.hidden = t.waits.length === 0 || this.sampled;
    if (box.hidden) return;
    const rows = t.waits.map((w) =>
      element(
        'tr',
        {},
        element('td', {}, tag(w.tid), ' ', t.threads[w.tid].name),
        element(
          'td',
          {},
          w.text,
          t.threads[w.tid].daemon ? element('span', { class: 'quiet' }, ' (daemon)') : '',
          this.letters(w),
          this.branches(w),
        ),
        element('td', {}, this.stepPane.placeLink(w.call && !this.how.library ? w.call : w.place) || ''),
      ),
    );
    const parts = [element('table', {}, element('tbody', {}, ...rows))];
    if (t.loop)
      parts.unshift(
        element(
          'p',
          {},
          'From ',
          this.stepPane.link(t.loop),
          ' to ',
          this.stepPane.link(t.count),
          ' the run repeats for ever. Where the cycle begins:',
        ),
      );
    const cycle = t.data.cycle || [];
    if (cycle.length) {
      const tid = (name) => t.threads.findIndex((x) => x.name === name);
      const p = element('p', { class: 'ring' }, 'wait for each other: ');
      for (const name of cycle) p.append(tag(tid(name)), ' \u2192 ');
      p.append(tag(tid(cycle[0])));
      parts.push(p);
    }
    box.replaceChildren(...parts);
    if (f) box.dataset.kind = f.kind;
  }

  letters(w) {
    if (!w.mailbox || !w.mailbox.length) return null;
    return element(
      'ul',
      { class: 'letters' },
      ...w.mailbox.map((m) =>
        element(
          'li',
          {},
          element('code', {}, m.text),
          m.from ? ' from ' : '',
          m.from ? this.stepPane.link(m.from) : '',
          (m.why || []).length ? `: ${m.why.join('; ')}` : ' stays in the mailbox',
        ),
      ),
    );
  }

  branches(w) {
    if (!w.branches) return null;
    return element(
      'ul',
      { class: 'letters' },
      ...w.branches.map((b) => element('li', {}, this.stepPane.placeLink(b.place) || '', ' ', b.text, this.letters(b))),
    );
  }

  /* --- selecting --- */

  select(k) {
    k = Math.max(0, Math.min(this.trace.count, k));
    if (k === this.k) return;
    this.k = k;
    const t = this.trace,
      s = k ? t.step(k) : null,
      tid = this.tid ?? (s && s.tid !== undefined ? s.tid : 0);
    this.lanes.select(k);
    this.stepPane.show(k);
    this.source.update(k);
    this.values.update(k, tid);
    $('slider').value = String(k);
    $('slider').setAttribute('aria-valuetext', s ? `step ${k} of ${t.count}: ${t.who(k)}, ${s.what}` : 'before the first step');
    $('here').textContent = `${k} / ${t.count}`;
    $('here').href = this.hash();
    $('back').disabled = $('first').disabled = k === 0;
    $('forward').disabled = $('last').disabled = k === t.count;
    this.rememberSoon();
  }

  /* The thread whose locals are shown; the same again: that of the step. */
  pickThread(tid) {
    this.tid = this.tid === tid ? null : tid;
    for (const b of document.querySelectorAll('.head-of')) b.setAttribute('aria-pressed', String(Number(b.dataset.tid) === this.tid));
    const s = this.k ? this.trace.step(this.k) : null;
    this.values.update(this.k, this.tid ?? (s && s.tid !== undefined ? s.tid : 0));
  }

  redraw(k) {
    const at = k ?? this.k,
      printing = matchMedia('print').matches,
      width = printing ? 720 : $('lanes').clientWidth || 700;
    this.lanes.draw(this.trace, this.how, width);
    this.lanes.resized();
    this.k = -1;
    this.select(Math.max(0, at));
    this.lanes.mark(this.hits);
    $('fold').setAttribute('aria-pressed', String(this.how.runs));
    $('library').setAttribute('aria-pressed', String(this.how.library));
    $('arrows').setAttribute('aria-pressed', String(this.how.arrows));
    $('columns').setAttribute('aria-pressed', String(this.lanes.inColumns));
    $('library').hidden = !this.trace.steps.some((s) => s.call);
    $('fold').hidden = !this.trace.hasRuns();
  }

  redrawSoon() {
    clearTimeout(this.resizing);
    this.resizing = setTimeout(() => this.redraw(), 120);
  }

  toggle(what) {
    if (what === 'columns') this.how.columns = !this.lanes.inColumns;
    else this.how[what] = !this.how[what];
    if (what === 'runs' || what === 'library') this.how.open.clear();
    this.redraw();
  }

  toggleGroup(group) {
    if (!group) return;
    if (this.how.open.has(group)) this.how.open.delete(group);
    else this.how.open.add(group);
    this.redraw();
  }

  /* --- search --- */

  search(text) {
    this.hits = text.trim() ? this.trace.search(text) : [];
    this.lanes.mark(this.hits);
    this.countMatches(text);
  }

  countMatches(text) {
    const at = this.hits.indexOf(this.k);
    $('matches').textContent = !text.trim()
      ? ''
      : !this.hits.length
        ? 'no match'
        : at >= 0
          ? `${at + 1} of ${this.hits.length}`
          : `${this.hits.length} step${this.hits.length === 1 ? '' : 's'}`;
  }

  find(text) {
    $('search').value = text;
    this.search(text);
  }

  nextMatch(by) {
    const h = this.hits;
    if (!h.length) return;
    const next = by > 0 ? (h.find((k) => k > this.k) ?? h[0]) : (h.filter((k) => k < this.k).pop() ?? h[h.length - 1]);
    this.select(next);
    this.countMatches($('search').value);
  }

  /* --- the link to a step --- */

  hash() {
    return this.data.findings.length > 1 ? `#finding=${this.index + 1}&step=${this.k}` : `#step=${this.k}`;
  }

  fromHash() {
    const p = new URLSearchParams(location.hash.slice(1)),
      number = (name) => (/^\d{1,9}$/.test(p.get(name) || '') ? Number(p.get(name)) : undefined);
    const step = number('step'),
      index = Math.min(Math.max(1, number('finding') ?? 1), Math.max(1, this.data.findings.length)) - 1;
    if (index !== this.index || !this.trace) this.choose(index, step);
    else if (step !== undefined) this.select(step);
  }

  /* Not for each step while the slider moves: browsers take it amiss. */
  rememberSoon() {
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => {
      if (location.hash !== this.hash()) history.replaceState(null, '', this.hash());
    }, 200);
  }

  /* --- buttons and keys --- */

  controls() {
    const click = (id, what) => $(id).addEventListener('click', what);
    click('first', () => this.select(0));
    click('last', () => this.select(this.trace.count));
    click('back', () => this.select(this.k - 1));
    click('forward', () => this.select(this.k + 1));
    click('fold', () => this.toggle('runs'));
    click('library', () => this.toggle('library'));
    click('arrows', () => this.toggle('arrows'));
    click('columns', () => this.toggle('columns'));
    click('ask', () => this.help());
    click('here', (e) => {
      e.preventDefault();
      history.replaceState(null, '', this.hash());
    });
    $('slider').addEventListener('input', (e) => this.slide(Number(e.target.value)));
    $('search').addEventListener('input', (e) => this.search(e.target.value));
    document.addEventListener('keydown', (e) => this.key(e));
    $('signs').append(element('h3', {}, 'signs'), signList());
  }

  slide(k) {
    this.wanted = k;
    if (this.sliding) return;
    this.sliding = requestAnimationFrame(() => {
      this.sliding = 0;
      this.select(this.wanted);
    });
  }

  help() {
    if (!$('help').open) $('help').showModal();
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || $('help').open) return;
    const typing = e.target === $('search'),
      scrolls = e.target.closest && e.target.closest('#source, #values');
    if (typing) {
      this.searchKey(e);
      return;
    }
    if (e.target.tagName === 'SELECT') return;
    if (scrolls && /^(Arrow(Up|Down)|Home|End| )$/.test(e.key)) return;
    if (e.key === ' ' && e.target.closest('button, summary, a')) return;
    const what = this.keys()[e.key];
    if (!what) return;
    e.preventDefault();
    what();
  }

  keys() {
    const finding = (by) => {
      if (this.data.findings[this.index + by]) this.choose(this.index + by);
    };
    return {
      ArrowLeft: () => this.select(this.k - 1),
      ArrowRight: () => this.select(this.k + 1),
      ArrowUp: () => this.select(this.lanes.rowFrom(this.k, -1)),
      ArrowDown: () => this.select(this.lanes.rowFrom(this.k, 1)),
      PageUp: () => this.select(this.lanes.rowFrom(this.k, -15)),
      PageDown: () => this.select(this.lanes.rowFrom(this.k, 15)),
      Home: () => this.select(0),
      End: () => this.select(this.trace.count),
      '/': () => {
        $('search').focus();
        $('search').select();
      },
      n: () => this.nextMatch(1),
      p: () => this.nextMatch(-1),
      f: () => this.toggle('runs'),
      l: () => this.toggle('library'),
      a: () => this.toggle('arrows'),
      c: () => this.toggle('columns'),
      ' ': () => this.toggleGroup(this.lanes.groupOf(this.k)),
      '[': () => finding(-1),
      ']': () => finding(1),
      '?': () => this.help(),
      Escape: () => {
        $('search').value = '';
        this.search('');
      },
    };
  }

  searchKey(e) {
    if (e.key === 'Enter') this.nextMatch(e.shiftKey ? -1 : 1);
    else if (e.key === 'Escape') {
      e.target.value = '';
      this.search('');
      this.lanes.tree.focus();
    } else return;
    e.preventDefault();
  }
}

window.dmc = new Page(JSON.parse($('data').textContent));
