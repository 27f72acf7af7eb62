// looks.mjs -- the page without a mouse, without colours, without eyes, on paper, on a small screen; and how fast it is.
import { readFileSync, writeFileSync } from 'node:fs';
import { dataOf, holds, open, page, same, scratch, shot, test } from './pages.mjs';
import { of, press, step, text, traceOf } from './models.mjs';

export async function looks() {
  /* --- keyboard only, seen and read aloud --- */
  await test('everything can be reached with Tab, and is seen when it is', async () => {
    const tab = await open(of('error')),
      met = [];
    for (let i = 0; i < 60; i++) {
      await press(tab, 'Tab');
      const e = await tab.evaluate(() => {
        const x = document.activeElement,
          s = getComputedStyle(x);
        return [
          x === document.body ? '' : x.id || x.className || x.tagName,
          s.outlineStyle !== 'none',
          x.getBoundingClientRect().width > 0,
        ];
      });
      if (e[0] === '') break;
      holds(e[1] && e[2], `${e[0]} has the focus and does not show it`);
      met.push(e[0].split(' ')[0]);
    }
    for (const id of [
      'first',
      'back',
      'slider',
      'here',
      'search',
      'fold',
      'library',
      'arrows',
      'columns',
      'ask',
      'rows',
      'place',
      'step-link',
      'text',
      'plain',
    ])
      holds(met.includes(id), `Tab does not come to ${id}: ${met.join(' ')}`);
    const order = ['first', 'slider', 'search', 'arrows', 'rows', 'text', 'plain'].map((id) => met.indexOf(id));
    same(
      order,
      [...order].sort((x, y) => x - y),
      'order',
    );
    await tab.done();
  });

  await test('the help opens, closes and leaves the keys alone meanwhile', async () => {
    const tab = await open(of('ok'));
    await press(tab, '?');
    same(await tab.evaluate(() => document.getElementById('help').open), true, 'open');
    await press(tab, 'ArrowRight');
    same(await step(tab), 0, 'no step behind it');
    await shot(tab, 'help');
    await press(tab, 'Escape', 'ArrowRight');
    same([await tab.evaluate(() => document.getElementById('help').open), await step(tab)], [false, 1], 'closed');
    await tab.done();
  });

  await test('names for those who do not see: buttons, rows, the selected one', async () => {
    const tab = await open(of('error'));
    same(
      await tab.evaluate(() =>
        [...document.querySelectorAll('button, input, select')]
          .filter((b) => !(b.textContent.trim() || b.getAttribute('aria-label') || (b.labels && b.labels.length)))
          .map((b) => b.outerHTML),
      ),
      [],
      'without a name',
    );
    const now = await tab.evaluate(() => {
      const id = document.querySelector('.rows').getAttribute('aria-activedescendant'),
        r = document.getElementById(id);
      return [r.getAttribute('role'), r.getAttribute('aria-selected'), r.getAttribute('aria-label')];
    });
    same(now.slice(0, 2), ['treeitem', 'true'], 'active row');
    const n = traceOf(dataOf(of('error'))).steps.length;
    holds(now[2].startsWith(`step ${n}, Consumer[0], pop(buf)`), now[2]);
    same(await tab.evaluate(() => document.querySelectorAll('[aria-selected="true"]').length), 1, 'one is selected');
    await tab.done();
  });

  /* --- looks --- */
  for (const dark of [false, true]) {
    await test(`texts stand out from their ground${dark ? ', dark' : ''}`, async () => {
      const tab = await open(of('ring'), { dark });
      const worst = await tab.evaluate(() => {
        const light = (c) => {
          const [r, g, b] = c.match(/[\d.]+/g).map((v) => {
            const x = v / 255;
            return x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const ratio = (a, b) => {
          const x = light(a),
            y = light(b);
          return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
        };
        const paper = getComputedStyle(document.getElementById('lanes')).backgroundColor,
          all = [];
        for (const e of document.querySelectorAll('.head-of .tag, #verdict *, .label .what, .label .more, #step *, .keys td'))
          all.push([ratio(getComputedStyle(e).color, paper), e.className || e.id]);
        return all.sort((x, y) => x[0] - y[0])[0];
      });
      holds(worst[0] >= 4.5, `contrast ${worst}`);
      await tab.done();
    });
  }

  await test('narrow: one column, nothing sticks out', async () => {
    for (const name of ['error', 'ring', 'ok']) {
      const tab = await open(of(name), { width: 400, height: 800 });
      holds(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is wider than the window`);
      await shot(tab, `${name}-narrow`, { fullPage: true });
      await tab.done();
    }
  });

  await test('on paper: every row, the sources and the values, no buttons, light', async () => {
    for (const name of ['ok', 'error']) {
      const tab = await open(of(name), { print: true, dark: true, width: 794, hash: '#step=5' });
      same(await tab.evaluate(() => getComputedStyle(document.getElementById('bar')).display), 'none', 'bar');
      const cut = await tab.evaluate(() =>
        ['lanes', 'source', 'values', 'step', 'verdict'].filter((id) => {
          const e = document.getElementById(id);
          return e.scrollHeight > e.clientHeight + 2 || e.scrollWidth > e.clientWidth + 24;
        }),
      );
      same(cut, [], 'cut off');
      same(await tab.evaluate(() => getComputedStyle(document.getElementById('lanes')).backgroundColor), 'rgb(255, 255, 255)', 'paper');
      await shot(tab, `${name}-paper`, { fullPage: true });
      await tab.done();
    }
  });

  await test('an explanation is shown and its steps can be clicked', async () => {
    const path = scratch('because.html');
    writeFileSync(
      path,
      readFileSync(of('violation'), 'utf8').replace(/"because": ?"[^"]*"/, '"because": "The write of step 2 \\u003cb> is lost."'),
    );
    const real = await open(of('violation'));
    holds((await text(real, '#because')).startsWith('a lost update: Inc[1] read x = 0 in step 1'), 'what dmc says');
    await real.done();
    const tab = await open(path);
    same(await text(tab, '#because'), 'The write of step 2 <b> is lost.', 'text');
    await tab.click('#because button');
    same(await step(tab), 2, 'step');
    await tab.done();
  });

  await test('lines that no run came to, covers and numbers of a search without findings', async () => {
    const path = page('tests/browser/unreached.d'),
      data = dataOf(path),
      tab = await open(path);
    same(data.verdict, 'ok', 'verdict');
    same(await tab.evaluate(() => document.querySelectorAll('.line.dead').length), data.unreached.length, 'lines');
    holds(data.unreached.length > 0, 'there are such lines');
    same(await tab.evaluate(() => document.querySelectorAll('.covers tr').length), data.covers.length, 'covers');
    holds((await text(tab, '#facts')).includes(`${data.stats.states.toLocaleString('en')} states`), 'numbers');
    await tab.done();
  });

  /* --- fast enough: ten threads, five hundred steps and more --- */
  await test('ten threads and 550 steps: a move of the slider takes less than 50 ms', async () => {
    const begun = Date.now(),
      tab = await open(of('ring')),
      opened = Date.now() - begun;
    const times = await tab.evaluate(() => {
      const all = [];
      for (const runs of [false, true]) {
        dmc.how.runs = runs;
        dmc.redraw();
        for (let i = 0; i < 150; i++) {
          const start = performance.now();
          dmc.select((i * 173) % (dmc.trace.count + 1));
          void document.body.offsetHeight;
          all.push(performance.now() - start);
        }
      }
      return all.sort((x, y) => x - y);
    });
    const middle = times[times.length >> 1],
      most = times[Math.floor(times.length * 0.95)];
    console.log(
      `ten threads, 550 steps: opened in ${opened} ms; a move takes ${middle.toFixed(1)} ms (median), ${most.toFixed(1)} ms (95 of 100)`,
    );
    holds(middle < 50 && most < 150, `median ${middle} ms, 95% ${most} ms`);
    await tab.done();
  });
}
