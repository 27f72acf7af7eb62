// models.mjs -- a model for every kind of verdict, and what the tests ask of their pages.
import { page } from './pages.mjs';

export const MODELS = {
  violation: ['tests/models/counter.d'],
  deadlock: ['tests/models/philosophers.d'],
  error: ['tests/models/buffer.d', '-D', 'BUG=true'],
  race: ['tests/models/counter.d', '--races=error', '--all'],
  unread: ['tests/models/twophase.d', '--unread=error', '--all'],
  cover: ['tests/golden/lang/cover_unreached.d'],
  progress: ['tests/golden/progress/polite.d', '--progress'],
  ok: ['tests/models/lockserver.d'],
  incomplete: ['tests/models/lockserver.d', '--sample', '3'],
  thesis: ['examples/papers/thesis_readers_writers.d', '--depth', '3', '--algo', 'naive'],
  hostile: ['tests/browser/hostile.d'],
  spawn: ['tests/browser/spawn.d'],
  ring: ['tests/browser/ring.d', '--algo', 'naive', '--no-shorten'],
};
export const of = (name) => page(...MODELS[name]);
export const traceOf = (data) => (data.findings[0] && data.findings[0].trace) || data.sample;
export const step = async (tab) => Number((await tab.getAttribute('#here', 'href')).replace(/.*step=/, ''));
export const press = async (tab, ...keys) => {
  for (const k of keys) await tab.keyboard.press(k);
};
export const text = async (tab, selector) => (await tab.textContent(selector)).replace(/\s+/g, ' ').trim();
