// test.mjs -- what the page of `dmc html` must do, tried in a browser. Prints `N passed, N failed`.
import { begin, dataOf, end, holds, open, page, same, shot, test } from './pages.mjs';
import { MODELS, of, press, step, text, traceOf } from './models.mjs';
import { looks } from './looks.mjs';

await begin();

/* --- every kind of verdict --- */
for (const name of Object.keys(MODELS)) {
  for (const dark of [false, true]) {
    await test(`${name}${dark ? ', dark' : ''}: opens, does nothing forbidden, every step can be shown`, async () => {
      const tab = await open(of(name), { dark }),
        data = dataOf(of(name)),
        n = traceOf(data) ? traceOf(data).steps.length : 0;
      same(await tab.evaluate(() => dmc.trace.count), n, 'steps');
      holds((await tab.title()).includes(data.model), 'the title lacks the model');
      await tab.evaluate(
        (most) => {
          for (let k = 0; k <= most; k++) dmc.select(k);
        },
        Math.min(n, 120),
      );
      await shot(tab, `${name}${dark ? '-dark' : ''}`);
      await tab.done();
    });
  }
}

await test('hostile texts are shown as they are and run nothing', async () => {
  const tab = await open(of('hostile'));
  same(await tab.evaluate(() => window.pwned), undefined, 'pwned');
  holds(
    (await text(tab, '#headline')).includes('</script><!--<script>window.pwned=1</script><img src=x onerror=pwned=1> & "naïve" ∀'),
    'the headline lacks the text',
  );
  same(await tab.evaluate(() => document.querySelectorAll('img, b, script:not([type]) ~ script').length), 0, 'elements from a text');
  holds((await text(tab, '#source')).includes('print "<b>never</b>"'), 'the source lacks the text');
  await tab.done();
});

await test('a policy keeps scripts out that are not the own one, and every request', async () => {
  const tab = await open(of('deadlock'));
  const ran = await tab.evaluate(async () => {
    const s = document.createElement('script');
    s.textContent = 'window.foreign = 1';
    document.body.append(s);
    const fetched = await fetch('http://127.0.0.1:9/').then(
      () => 'fetched',
      () => 'refused',
    );
    return [window.foreign, fetched];
  });
  same(ran, [undefined, 'refused'], 'foreign script, fetch');
  tab.wrongs = tab.wrongs.filter((w) => !/Content Security Policy|violates|Refused|request: /.test(w));
  await tab.done();
});

/* --- slider and keys --- */
await test('the slider selects; step, values and source follow', async () => {
  const tab = await open(of('violation')),
    data = dataOf(of('violation')),
    trace = traceOf(data);
  for (const k of [0, 1, 2, trace.steps.length]) {
    await tab.evaluate((to) => {
      const s = document.getElementById('slider');
      s.value = to;
      s.dispatchEvent(new Event('input'));
    }, k);
    await tab.waitForFunction((to) => dmc.k === to, k);
    holds((await text(tab, '#step')).startsWith(k ? `Step ${k} of` : 'Before the first step'), `step ${k}: ${await text(tab, '#step')}`);
    same(await tab.getAttribute('.row.now', 'data-step'), String(k), 'row');
    if (k)
      same(
        await tab.evaluate(() => [...document.querySelectorAll('#source mark')].map((m) => m.textContent).join('').length > 0),
        true,
        'marked source',
      );
  }
  await tab.done();
});

await test('keys: left, right, up, down, home, end', async () => {
  const tab = await open(of('ok')),
    n = traceOf(dataOf(of('ok'))).steps.length;
  same(await step(tab), 0, 'a run to look at begins at its start');
  for (const [key, k] of [
    ['ArrowRight', 1],
    ['ArrowRight', 2],
    ['ArrowLeft', 1],
    ['ArrowDown', 2],
    ['ArrowDown', 3],
    ['ArrowUp', 2],
    ['End', n],
    ['ArrowRight', n],
    ['ArrowDown', n],
    ['Home', 0],
    ['ArrowLeft', 0],
    ['ArrowUp', 0],
  ]) {
    await press(tab, key);
    same(await step(tab), k, key);
  }
  await tab.focus('#slider');
  await press(tab, 'ArrowRight', 'ArrowRight');
  same(await step(tab), 2, 'right on the slider goes one step, not two');
  await tab.done();
});

await test('a failure is shown at its last step, the slider says which', async () => {
  const tab = await open(of('violation')),
    n = traceOf(dataOf(of('violation'))).steps.length;
  same(await step(tab), n, 'step');
  holds((await tab.getAttribute('#slider', 'aria-valuetext')).startsWith(`step ${n} of ${n}: `), 'aria-valuetext');
  same(await tab.evaluate(() => document.querySelectorAll('.line.failing').length), 1, 'line that fails');
  await tab.done();
});

/* --- values are those of the trace --- */
for (const name of ['ok', 'error', 'ring', 'unread']) {
  await test(`${name}: values, locals, mailboxes and writers at every step agree with the trace`, async () => {
    const tab = await open(of(name)),
      trace = traceOf(dataOf(of(name)));
    const value = new Map(trace.initial.map((v) => [v[0], v[1]])),
      by = new Map(),
      mail = new Map();
    for (let k = 1; k <= Math.min(trace.steps.length, 80); k++) {
      const s = trace.steps[k - 1],
        changed = new Set();
      for (const [, n, , after] of s.changes || []) (value.set(n, after), changed.add(n));
      for (const loc of s.writes || []) by.set(trace.initial[loc][0], `step ${k}`);
      for (const [tid, , after] of s.mail || []) mail.set(trace.threads[tid].name, after);
      const shown = await tab.evaluate((to) => {
        dmc.select(to);
        const cell = (r, c) => (r.querySelector('.' + c) ? r.querySelector('.' + c).textContent : '');
        const rows = (box) =>
          [...box.querySelectorAll('tbody tr')].map((r) => [cell(r, 'name'), cell(r, 'value'), r.className, cell(r, 'by')]);
        const tags = new Map(dmc.trace.threads.map((t) => [t.tag, t.name]));
        return {
          shared: dmc.values.rows.map((r) => [
            r.cells[1].textContent,
            r.cells[2].textContent,
            r.row.className,
            r.cells[4].textContent.replace(/ [^ ]*$/, ''),
          ]),
          locals: dmc.values.locals.hidden ? [] : rows(dmc.values.locals).map((r) => r.slice(0, 2)),
          mail: dmc.values.mail.hidden ? [] : rows(dmc.values.mail).map((r) => [tags.get(r[0]), r[1]]),
        };
      }, k);
      for (const [n, v, mark, writer] of shown.shared) {
        same(v, value.get(n), `step ${k}: ${n}`);
        same(mark === 'changed', changed.has(n), `step ${k}: mark of ${n}`);
        same(writer, by.get(n) || '', `step ${k}: writer of ${n}`);
      }
      same(shown.locals, s.locals || [], `step ${k}: locals`);
      for (const [n, v] of shown.mail) same(v, mail.get(n) || 'empty', `step ${k}: mailbox of ${n}`);
    }
    await tab.done();
  });
}

/* --- lanes --- */

/* Start, end of each arrow that is drawn, in the coordinates of the window, with the rows and columns they must lie in. */
const geometry = (tab, selector) =>
  tab.evaluate(
    (chosen) =>
      [...document.querySelectorAll(chosen)].map((g) => {
        const line = g.querySelector('.arrow'),
          m = line.getScreenCTM(),
          at = (l) => {
            const p = line.getPointAtLength(l);
            return [p.x * m.a + m.e, p.y * m.d + m.f];
          };
        const inside = (k, [x, y]) => {
          const row = document.getElementById(`row${dmc.lanes.rowOf[k]}`).getBoundingClientRect(),
            tid = dmc.trace.step(k).tid;
          const head = document.querySelector(`.head-of[data-tid="${tid}"]`).getBoundingClientRect();
          return [y >= row.top - 2 && y <= row.bottom + 2, x >= head.left - 2 && x <= head.right + 2];
        };
        const from = Number(g.dataset.from),
          to = Number(g.dataset.to);
        return {
          from,
          to,
          kind: ['message', 'read', 'thread'].find((c) => line.classList.contains(c)),
          start: inside(from, at(0)),
          end: inside(to, at(line.getTotalLength())),
        };
      }),
    selector,
  );

for (const columns of [true, false]) {
  for (const name of ['ok', 'error', 'ring', 'spawn']) {
    await test(`${name}: arrows lead from send to receive and from write to read, ${columns ? 'in' : 'beside'} columns`, async () => {
      const tab = await open(of(name), { width: 1900 }),
        trace = traceOf(dataOf(of(name))),
        want = new Set();
      await tab.evaluate((c) => {
        dmc.how.runs = false;
        dmc.how.library = true;
        dmc.how.columns = c;
        dmc.redraw();
      }, columns);
      trace.steps.forEach((s, i) => {
        for (const m of s.messages || []) if (m.sent && m.other) want.add(`message ${i + 1} ${m.other}`);
        for (const [, ended] of s.joins || []) want.add(`thread ${ended} ${i + 1}`);
        for (const [, , , from] of s.reads || []) if (from && trace.steps[from - 1].tid !== s.tid) want.add(`read ${from} ${i + 1}`);
      });
      const drawn = await geometry(tab, '.rows > svg:not(.front) .link:not([data-child])');
      same(drawn.map((a) => `${a.kind} ${a.from} ${a.to}`).sort(), [...want].sort(), 'arrows');
      holds(want.size > 1, 'there are arrows to look at');
      for (const a of drawn)
        same([...a.start, ...a.end], [true, true, true, true], `arrow ${a.from} to ${a.to}: start in its row and column, end in its own`);
      await tab.done();
    });
  }
}

await test('the arrows of the selected step stand out; others are faint; they can be switched off', async () => {
  const tab = await open(of('ok')),
    trace = traceOf(dataOf(of('ok'))),
    k = trace.steps.findIndex((s) => s.messages && !s.messages[0].sent) + 1;
  await tab.evaluate((to) => dmc.select(to), k);
  const on = await geometry(tab, '.front .link');
  holds(on.length > 0 && on.every((a) => a.from === k || a.to === k), 'arrows of the step');
  const opacity = (s) => tab.evaluate((x) => Number(getComputedStyle(document.querySelector(x)).opacity), s);
  holds((await opacity('.front .link')) > 0.9 && (await opacity('.lines:not(.front) .link')) < 0.5, 'opacity');
  await press(tab, 'a');
  same(await tab.evaluate(() => getComputedStyle(document.querySelector('.lines:not(.front) .link')).display), 'none', 'display after a');
  same(await tab.getAttribute('#arrows', 'aria-pressed'), 'false', 'button');
  await press(tab, 'a');
  same(
    (await tab.evaluate(() => getComputedStyle(document.querySelector('.lines:not(.front) .link')).display)) !== 'none',
    true,
    'and on again',
  );
  await tab.done();
});

await test('bands reach from the step that takes a lock to the one that gives it back', async () => {
  const tab = await open(of('error')),
    bands = traceOf(dataOf(of('error'))).bands;
  await tab.evaluate(() => {
    dmc.how.library = true;
    dmc.redraw();
  });
  const drawn = await tab.evaluate(() =>
    [...document.querySelectorAll('#lanes .band')].map((b) => {
      const box = b.getBoundingClientRect(),
        row = (y) =>
          [...document.querySelectorAll('.row[data-step]')].find((r) => {
            const q = r.getBoundingClientRect();
            return q.top <= y && y < q.bottom;
          });
      const step = (r) => (r ? Number(r.dataset.step) : 0);
      return [step(row(box.top + 4)), step(row(box.bottom - 4)), b.parentNode.textContent];
    }),
  );
  same(
    drawn.map((b) => b.slice(0, 2)),
    bands.map((b) => [b.from, b.to]),
    'rows of bands',
  );
  bands.forEach((b, i) => holds(drawn[i][2].includes(`holds ${b.name}`), 'title'));
  same(await tab.evaluate(() => document.querySelectorAll('#lanes .hatch').length), bands.length, 'locks are hatched');
  await tab.done();
});

await test('a deadlock says who waits for whom, and where everybody stands', async () => {
  const tab = await open(of('deadlock'));
  same(await text(tab, '#stuck .ring'), 'wait for each other: P0 → P1 → P2 → P0', 'cycle');
  same(await tab.evaluate(() => document.querySelectorAll('#stuck tr').length), 3, 'waiting threads');
  same(
    await tab.evaluate(() => [...document.querySelectorAll('#source .tag.waits')].map((t) => t.textContent)),
    ['P0', 'P1', 'P2'],
    'tags in the source',
  );
  const dotted = () =>
    tab.evaluate(() =>
      dmc.trace.threads.map((t) =>
        [...document.querySelectorAll(`.life.waits.${t.color}`)].some((p) => {
          const box = p.getBBox();
          return Math.abs(box.x - dmc.lanes.x(t.tid)) < 1 && box.y + box.height > dmc.lanes.y(dmc.trace.count);
        }),
      ),
    );
  same(await dotted(), [true, true, true], 'lifelines end dotted');
  await press(tab, 'Home');
  same(
    await tab.evaluate(() => [...document.querySelectorAll('#source .tags .tag')].map((t) => t.className.includes('waits'))),
    [false, false, false],
    'at the start they could go on',
  );
  await press(tab, 'ArrowRight');
  same(
    await tab.evaluate(() => [...document.querySelectorAll('.instead li code')].map((c) => c.textContent)),
    ['locks fork[0]', 'locks fork[1]', 'locks fork[2]'],
    'enabled here',
  );
  same(await tab.evaluate(() => document.querySelectorAll('.instead .taken').length), 1, 'taken');
  await tab.done();
});

await test('threads that are started: from whom, in which step; what each branch and each mailbox waits for', async () => {
  const tab = await open(of('spawn')),
    trace = traceOf(dataOf(of('spawn')));
  const births = await tab.evaluate(() =>
    [...document.querySelectorAll('.link[data-child]')].map((g) => {
      const box = g.querySelector('.arrow').getBBox(),
        t = Number(g.dataset.child),
        from = Number(g.dataset.from);
      return [t, from, Math.abs(box.y - dmc.lanes.y(from)) < 1, Math.abs(box.x + box.width - dmc.lanes.x(t)) < 5];
    }),
  );
  same(
    births,
    trace.threads.map((t, i) => [i, t.born, true, true]).filter((t) => t[1]),
    'births',
  );
  same(births.length, 2, 'two of them');
  const words = await text(tab, '#stuck');
  for (const part of ['waits for W#2 to end', 'x > 5', 'Stop() from step']) holds(words.includes(part), `${part} in ${words}`);
  await tab.done();
});

await test('a run without end shows its cycle', async () => {
  const tab = await open(of('progress')),
    trace = traceOf(dataOf(of('progress')));
  const box = await tab.evaluate(() => {
    const b = document.querySelector('.cycle').getBBox();
    return [b.y, b.y + b.height];
  });
  same(box, await tab.evaluate((k) => [dmc.lanes.y(k), dmc.lanes.y(dmc.trace.count)], trace.loop), 'bracket');
  holds((await text(tab, '#stuck')).includes('repeats for ever'), 'words');
  await tab.done();
});

/* --- links --- */
await test('a link opens its step; selecting changes the link', async () => {
  const tab = await open(of('ok'), { hash: '#step=7' });
  same(await step(tab), 7, 'step');
  await press(tab, 'ArrowRight');
  await tab.waitForFunction(() => location.hash === '#step=8');
  await tab.evaluate(() => {
    location.hash = '#step=3';
  });
  await tab.waitForFunction(() => dmc.k === 3);
  for (const hash of ['#step=99999', '#step=-1', '#step=x', '#nothing', '#step=1e3', '#finding=9&step=2', '#%']) {
    const other = await open(of('ok'), { hash });
    holds((await step(other)) >= 0, hash);
    await other.done();
  }
  await tab.done();
});

await test('several findings: each has its trace and its link', async () => {
  const path = page('tests/browser/hostile.d', '--all', '--races=error'),
    data = dataOf(path),
    tab = await open(path);
  holds(data.findings.length > 1, 'several findings');
  same(await tab.evaluate(() => document.querySelectorAll('#finding option').length), data.findings.length, 'options');
  await press(tab, ']');
  await tab.waitForFunction(() => location.hash.startsWith('#finding=2&step='));
  same(await tab.evaluate(() => dmc.trace.count), data.findings[1].trace.steps.length, 'steps of the second');
  holds((await text(tab, '#headline')).includes(data.findings[1].text), 'headline');
  await press(tab, '[');
  same(await tab.evaluate(() => dmc.index), 0, 'back');
  await tab.selectOption('#finding', '1');
  same(await tab.evaluate(() => dmc.index), 1, 'chosen from the list');
  await tab.done();
  const second = await open(path, { hash: '#finding=2&step=1' });
  same([await second.evaluate(() => dmc.index), await second.evaluate(() => dmc.k)], [1, 1], 'link to a step of the second');
  await second.done();
});

/* --- search and fold --- */
await test('search finds threads, variables and text; keys go from match to match', async () => {
  const tab = await open(of('ok')),
    trace = traceOf(dataOf(of('ok')));
  const hits = trace.steps
    .map((s, i) => [i + 1, JSON.stringify([s.what, s.reads || [], s.changes || []])])
    .filter(([, t]) => /counter/.test(t))
    .map(([k]) => k);
  await press(tab, '/');
  same(await tab.evaluate(() => document.activeElement.id), 'search', 'focus');
  await tab.keyboard.type('counter');
  same(await tab.evaluate(() => [...document.querySelectorAll('.row.hit')].map((r) => Number(r.dataset.step))), hits, 'rows');
  same(await text(tab, '#matches'), `${hits.length} steps`, 'count');
  await press(tab, 'Enter', 'Enter');
  same(await step(tab), hits[1], 'second match');
  await press(tab, 'Shift+Enter');
  same(await step(tab), hits[0], 'back');
  same(await text(tab, '#matches'), `1 of ${hits.length}`, 'which');
  await press(tab, 'Escape', 'n');
  same(await tab.evaluate(() => document.querySelectorAll('.row.hit').length), 0, 'nothing after Escape');
  await press(tab, '/');
  await tab.keyboard.type('Worker[2] release');
  same(
    await tab.evaluate(() => dmc.hits.map((k) => `${dmc.trace.who(k)} ${dmc.trace.step(k).what}`)),
    trace.steps
      .map((s) => [`${trace.threads[s.tid].name} ${s.what}`, (s.messages || []).map((m) => m.thread)])
      .filter((t) => /Worker\[2\]/.test(t.join()) && /Release/.test(t[0]))
      .map((t) => t[0]),
    'two words',
  );
  await tab.fill('#search', 'there is no such thing');
  same(await text(tab, '#matches'), 'no match', 'none');
  await tab.click('#values [data-name="counter"]');
  same(await tab.inputValue('#search'), 'counter', 'a variable can be clicked');
  await tab.done();
});

await test('fold: long runs of a thread, one by one and all', async () => {
  const tab = await open(of('ring')),
    rows = () => tab.evaluate(() => document.querySelectorAll('.row[data-step]').length),
    n = traceOf(dataOf(of('ring'))).steps.length;
  const folded = await rows();
  holds(folded < 80, `a long run begins folded: ${folded} rows`);
  await press(tab, 'f');
  same(await rows(), n + 1, 'all rows');
  await press(tab, 'Home', 'ArrowRight', 'f', 'ArrowDown');
  const first = await tab.evaluate(() => {
    const r = dmc.lanes.rows.find((x) => x.kind === 'run');
    return [r.first, r.last];
  });
  await tab.evaluate((k) => dmc.select(k), first[0]);
  same(await tab.getAttribute('.row.now', 'aria-expanded'), 'false', 'folded');
  await tab.focus('.rows');
  await press(tab, 'Space');
  same(await rows(), folded + first[1] - first[0], 'one run opened');
  same(await step(tab), first[0], 'the step stays selected');
  await press(tab, 'Space');
  same(await rows(), folded, 'and folded again');
  for (const a of await geometry(tab, '.rows > svg:not(.front) .link'))
    same([...a.start, ...a.end], [true, true, true, true], `arrow ${a.from} to ${a.to} joins the rows that hold its steps`);
  await tab.done();
});

await test('fold: library calls show the call, or their steps', async () => {
  const tab = await open(of('error')),
    n = traceOf(dataOf(of('error'))).steps.length;
  holds((await text(tab, '.rows')).includes('wait(nonempty, m)'), 'the call');
  const folded = await tab.evaluate(() => dmc.lanes.rows.length);
  await press(tab, 'l');
  same(await tab.evaluate(() => dmc.lanes.rows.length), n, 'steps one by one');
  await tab.evaluate(() => dmc.select(dmc.trace.steps.findIndex((s) => s.call) + 1));
  same(await text(tab, '#source .tabs [aria-pressed="true"]'), 'std.sync', 'the library file is shown');
  await press(tab, 'l');
  same(await tab.evaluate(() => dmc.lanes.rows.length), folded, 'folded again');
  await tab.evaluate(() => dmc.select(dmc.trace.steps.findIndex((s) => s.call) + 1));
  same(await text(tab, '#source .tabs [aria-pressed="true"]'), 'tests/models/buffer.d', "the model's file is shown");
  await tab.done();
});

await looks();
await end();
