import { array, asyncProperty, assert as check, constantFrom, integer, record } from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { address, loadLimitMs, openView } from '#e2e/support/fake-view.ts';
import { minute, second } from '#shared/rules/limits.ts';
import { retryDelaysMs } from './page-life.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** What may happen to a page, or to its server. */
const happenings = ['chosen', 'failed', 'hung', 'recovered', 'down', 'up'] as const;

/** One that happens, how long after the one before, and how long the server and Chromium take from then on. */
const steps = array(
  record({
    what: constantFrom(...happenings),
    afterMs: integer({ min: 0, max: 8 * second }),
    checkMs: integer({ min: 1, max: 9 * second }),
    loadMs: integer({ min: 0, max: loadLimitMs }),
    commitMs: integer({ min: 0, max: 3 * second }),
  }),
  { maxLength: 12 },
);

/** Lets no attempt follow by itself, which would help out. */
const stopRetries = () => {
  const start = globalThis.setTimeout;
  const delays: readonly number[] = retryDelaysMs.filter((delay) => delay !== loadLimitMs);
  vi.stubGlobal('setTimeout', (act: () => void, delay = 0) => start(delays.includes(delay) ? () => {} : act, delay));
};

it('shows the console once it is chosen, whatever happened before, and in whichever order', async () => {
  stopRetries();
  const property = asyncProperty(steps, async (all) => {
    const times = { checkMs: 1, loadMs: 0, commitMs: 0 };
    let shown = '';
    let latest = 0;
    const { life, server, current, settle } = openView({
      // Chromium shows a page that it has begun to show, even if another one was requested meanwhile.
      load(target) {
        latest += 1;
        const own = latest;
        const show = () => {
          shown = target;
          current().events.navigated(target);
        };
        setTimeout(() => own === latest && setTimeout(show, times.commitMs), times.loadMs);
      },
    });
    server.waits = () => new Promise((resolve) => setTimeout(resolve, times.checkMs));
    life.connect();
    for (const { what, afterMs, ...took } of all) {
      await vi.advanceTimersByTimeAsync(afterMs);
      Object.assign(times, took);
      if (what === 'chosen') life.wake();
      else if (what === 'down') server.problem = 'wrong';
      else if (what === 'up') server.problem = undefined;
      else if (what === 'failed') current().events.failed('broken');
      else current().events[what]();
    }
    server.problem = undefined;
    Object.assign(times, { checkMs: 1, loadMs: 1, commitMs: 1 });
    // What has begun before ends.
    await vi.advanceTimersByTimeAsync(minute);
    life.wake();
    await vi.advanceTimersByTimeAsync(second);
    await settle();
    expect({ shown, state: life.state() }).toEqual({ shown: address, state: { kind: 'open' } });
    life.end();
  });
  await check(property, { numRuns: 500 });
});
