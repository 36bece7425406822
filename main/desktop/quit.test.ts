import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import { afterEach, expect, it, vi } from 'vitest';
import { createLogger } from '../platform/logger.ts';
import { type QuitStep, quitInOrder, stepLimitMs } from './quit.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Quits an app with some steps. Returns what ends it. */
const quit = (...steps: QuitStep[]) => {
  const exit = vi.fn();
  const app = Object.assign(new EventEmitter(), { exit, quit: vi.fn() });
  quitInOrder(app as unknown as App, steps, createLogger('silent'));
  // Electron asks again once the last window has closed.
  for (let asked = 0; asked < 2; asked += 1) app.emit('will-quit', { preventDefault() {} });
  return exit;
};

const exitCodeOf = async (...steps: QuitStep[]): Promise<unknown> => {
  const exit = quit(...steps);
  await vi.waitFor(() => expect(exit).toHaveBeenCalled());
  expect(exit).toHaveBeenCalledOnce();
  return exit.mock.calls[0]?.[0];
};

it('a shutdown ends well if each of its steps does, once', async () => {
  const steps = [vi.fn(), vi.fn()];
  expect(await exitCodeOf(...steps)).toBe(0);
  for (const step of steps) expect(step).toHaveBeenCalledOnce();
});

it('a shutdown that fails goes on, and says so', async () => {
  const last = vi.fn();
  expect(await exitCodeOf(() => Promise.reject(new Error('the disk is full')), last)).toBe(1);
  expect(last).toHaveBeenCalledOnce();
});

it.each([
  ['ends', () => {}],
  ['fails', () => Promise.reject(new Error('the disk is full'))],
] as const)('a step of a shutdown that %s leaves no timer behind', async (_, step) => {
  vi.useFakeTimers();
  const exit = quit(step);
  await vi.advanceTimersByTimeAsync(0);
  expect(exit).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

it('a step of a shutdown that never ends is left behind, and told', async () => {
  vi.useFakeTimers();
  const last = vi.fn();
  const exit = quit(() => new Promise(() => {}), last);
  await vi.advanceTimersByTimeAsync(stepLimitMs - 1);
  expect(last).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(last).toHaveBeenCalledOnce();
  expect(exit.mock.calls).toEqual([[1]]);
});
