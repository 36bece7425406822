import { beforeEach, expect, it, vi } from 'vitest';
import { address, openView } from '#e2e/support/fake-view.ts';
import { healthyMs, retryDelaysMs } from './page-life.ts';

/** When a view tries again, and when it doesn't. */

beforeEach(() => {
  vi.useFakeTimers();
});

it('a page that was shown until the clock was set back is tried soon', async () => {
  const { server, current, settle, open } = openView();
  await open();
  current().events.crashed('oom');
  await vi.advanceTimersByTimeAsync(retryDelaysMs[0]);
  await settle();
  current().events.navigated(address);
  vi.setSystemTime(0);
  current().events.crashed('oom');
  const before = server.checks;
  await vi.advanceTimersByTimeAsync(retryDelaysMs[0]);
  expect(server.checks).toBe(before + 1);
});

it('a problem that can only stay is not asked about again until someone does', async () => {
  const { life, server, settle, current } = openView();
  server.problem = 'wrong';
  life.connect();
  await settle();
  server.problem = 'final';
  life.wake();
  await settle();
  expect(current().calls.at(-1)).toBe('load data:final');
  await vi.advanceTimersByTimeAsync(24 * 60 * healthyMs);
  expect(server.checks).toBe(2);
  server.problem = undefined;
  life.wake();
  await settle();
  expect(current().calls.at(-1)).toBe(`load ${address}`);
});

it('whoever goes back from the page that tells a problem is connected, or told again', async () => {
  const { life, server, settle, current, open } = openView();
  await open();
  server.problem = 'wrong';
  current().events.failed('wrong');
  current().events.navigated('data:wrong');
  const goBack = async () => {
    current().events.navigated(address);
    await settle();
  };
  await goBack();
  expect(life.state()).toEqual({ kind: 'failed', problem: 'wrong' });
  expect(current().calls.filter((call) => call === 'load data:wrong')).toHaveLength(2);
  current().events.navigated('data:wrong');
  server.problem = undefined;
  await goBack();
  expect(life.state()).toEqual({ kind: 'loading' });
  current().events.navigated(address);
  expect(life.state()).toEqual({ kind: 'open' });
});

it('a page that loads itself without end is told once', async () => {
  const { changes, current, open } = openView();
  await open();
  for (let count = 0; count < 10; count += 1) current().events.navigated(address);
  expect(changes).toEqual(['loading', 'open']);
});

it('a page that was asked for while the network was only coming back is tried again soon', async () => {
  const { life, server, settle } = openView();
  server.problem = 'wrong';
  life.connect();
  for (const delay of retryDelaysMs) await vi.advanceTimersByTimeAsync(delay);
  life.wake();
  await settle();
  const before = server.checks;
  await vi.advanceTimersByTimeAsync(retryDelaysMs[0]);
  expect(server.checks).toBe(before + 1);
});
