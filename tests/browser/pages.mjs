// pages.mjs -- pages made by dmc, opened in a Chromium that reports whatever goes wrong; and a count of tests.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { DMC, CHROMIUM, BROWSER_HOME } = process.env;
const { chromium } = createRequire(join(BROWSER_HOME, 'x.js'))('playwright-core');
const dir = mkdtempSync(join(tmpdir(), 'dmc-pages-')),
  shots = join(BROWSER_HOME, 'shots');
mkdirSync(shots, { recursive: true });

let browser,
  passed = 0,
  failed = 0;
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/* The path of the page that `dmc html ARGS` writes. */
const made = new Map();
export function page(...words) {
  const key = words.join(' ');
  if (!made.has(key)) {
    const out = join(dir, `${made.size}.html`),
      r = spawnSync(resolve(DMC), ['html', ...words, '-o', out], { encoding: 'utf8' });
    if (r.status !== 0) throw new Error(`dmc html ${key}: exit ${r.status}: ${r.stderr}`);
    made.set(key, out);
  }
  return made.get(key);
}
export const scratch = (name) => join(dir, name);
export const dataOf = (path) =>
  JSON.parse(/<script type="application\/json" id="data">([^]*?)<\/script>/.exec(readFileSync(path, 'utf8'))[1]);

/* Opens PATH; whatever a page must not do is in tab.wrongs. HOW: { hash, width, height, dark, print }. */
export async function open(path, how = {}) {
  const context = await browser.newContext({
    viewport: { width: how.width || 1440, height: how.height || 900 },
    colorScheme: how.dark ? 'dark' : 'light',
  });
  const tab = await context.newPage(),
    url = pathToFileURL(path).href;
  tab.wrongs = [];
  tab.on('console', (m) => tab.wrongs.push(`console ${m.type()}: ${m.text()}`));
  tab.on('pageerror', (e) => tab.wrongs.push(`error: ${e.stack}`));
  tab.on('dialog', (d) => {
    tab.wrongs.push(`dialog: ${d.message()}`);
    d.dismiss();
  });
  tab.on('request', (r) => {
    if (r.url().split('#')[0] !== url) tab.wrongs.push(`request: ${r.url()}`);
  });
  if (how.print) await tab.emulateMedia({ media: 'print' });
  await tab.goto(url + (how.hash || ''));
  tab.done = async () => {
    await context.close();
    same(tab.wrongs, [], 'what the page did wrong');
  };
  return tab;
}

export const shot = (tab, name, options = {}) => tab.screenshot({ path: join(shots, `${name}.png`), ...options });

/* --- judging --- */

export function same(is, should, what) {
  const a = JSON.stringify(is),
    b = JSON.stringify(should);
  if (a !== b) throw new Error(`${what}: ${a}, expected ${b}`);
}
export function holds(value, what) {
  if (!value) throw new Error(what);
}

export async function test(name, run) {
  try {
    await run();
    passed++;
  } catch (e) {
    failed++;
    console.log(`FAIL: ${name}: ${e.message}\n${(e.stack || '').split('\n').slice(1, 4).join('\n')}`);
  }
}

export async function begin() {
  browser = await chromium.launch({ executablePath: CHROMIUM, args });
}
export async function end() {
  await browser.close();
  rmSync(dir, { recursive: true });
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}
