import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '#e2e/support/fake-clock.ts';
import { hour, minute } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { createLogger } from '../platform/logger.ts';
import { createScheduler } from './scheduler.ts';

beforeEach(() => void vi.useFakeTimers());

const collectingLog = () => {
  const lines: string[] = [];
  return { lines, log: createLogger('info', { write: (line: string) => void lines.push(line) }) };
};

const clock = createFakeClock();
const isSteady = () => true;

describe('the scheduler', () => {
  it('remembers how its jobs went', async () => {
    const run = vi.fn(async () => {});
    const scheduler = createScheduler(
      [{ name: 'purge', intervalMs: 10, run }],
      createLogger('silent'),
      clock,
      isSteady,
    );
    expect(scheduler.runs()).toMatchObject([
      { name: 'purge', failures: 0, succeededAt: undefined, startedAt: undefined },
    ]);
    run.mockRejectedValueOnce(new Error('disk'));
    scheduler.launch('purge');
    await vi.advanceTimersByTimeAsync(0);
    expect(scheduler.runs()).toMatchObject([
      {
        name: 'purge',
        failures: 1,
        succeededAt: undefined,
        startedAt: clock.now(),
        result: 'failed',
        isRunning: false,
      },
    ]);
    clock.advance(500);
    scheduler.launch('purge');
    await vi.advanceTimersByTimeAsync(0);
    expect(scheduler.runs()).toMatchObject([
      { name: 'purge', failures: 1, succeededAt: clock.now(), startedAt: clock.now(), result: 'ok', durationMs: 0 },
    ]);
    scheduler.start();
    expect(scheduler.runs()).toMatchObject([{ nextAt: clock.now() + 10 }]);
    await scheduler.stop();
  });

  it('runs each job at its own interval, and only after its start', async () => {
    const [fast, slow] = [vi.fn(async () => {}), vi.fn(async () => {})];
    const jobs = [
      { name: 'fast', intervalMs: 10, run: fast },
      { name: 'slow', intervalMs: 25, run: slow },
    ];
    const scheduler = createScheduler(jobs, createLogger('silent'), clock, isSteady);
    await vi.advanceTimersByTimeAsync(100);
    expect(fast).not.toHaveBeenCalled();
    scheduler.start();
    await vi.advanceTimersByTimeAsync(100);
    expect([fast.mock.calls.length, slow.mock.calls.length]).toEqual([10, 4]);
    await scheduler.stop();
    await vi.advanceTimersByTimeAsync(100);
    expect([fast.mock.calls.length, slow.mock.calls.length]).toEqual([10, 4]);
  });

  it('runs at its start what should not wait for its interval, and nothing once it has stopped', async () => {
    const [now, later] = [vi.fn(async () => {}), vi.fn(async () => {})];
    const jobs = [
      { name: 'now', intervalMs: 1_000, run: now, atStart: true as const },
      { name: 'later', intervalMs: 1_000, run: later },
    ];
    const scheduler = createScheduler(jobs, createLogger('silent'), clock, isSteady);
    scheduler.start();
    await vi.advanceTimersByTimeAsync(0);
    expect([now.mock.calls.length, later.mock.calls.length]).toEqual([1, 0]);
    await scheduler.stop();
    scheduler.launch('later');
    expect(later).not.toHaveBeenCalled();
  });

  it('runs a job immediately on request, but not in parallel with itself', async () => {
    let release = () => {};
    const run = vi.fn(() => new Promise<void>((resolve) => (release = resolve)));
    const other = vi.fn(async () => {});
    const jobs = [
      { name: 'asked', intervalMs: 1_000, run },
      { name: 'other', intervalMs: 1_000, run: other },
    ];
    const scheduler = createScheduler(jobs, createLogger('silent'), clock, isSteady);
    scheduler.launch('asked');
    scheduler.launch('asked');
    expect([run.mock.calls.length, other.mock.calls.length]).toEqual([1, 0]);
    release();
    await scheduler.stop();
  });

  it('never runs a job twice at the same time', async () => {
    let release = () => {};
    const run = vi.fn(() => new Promise<void>((resolve) => (release = resolve)));
    const scheduler = createScheduler([{ name: 'long', intervalMs: 10, run }], createLogger('silent'), clock, isSteady);
    scheduler.start();
    await vi.advanceTimersByTimeAsync(55);
    expect(run).toHaveBeenCalledTimes(1);
    release();
    await vi.advanceTimersByTimeAsync(10);
    expect(run).toHaveBeenCalledTimes(2);
    release();
    await scheduler.stop();
  });

  it('looks at the clock whenever any job is due', async () => {
    const look = vi.fn(isSteady);
    const scheduler = createScheduler(
      [{ name: 'keys', intervalMs: 10, run: async () => {} }],
      createLogger('silent'),
      clock,
      look,
    );
    scheduler.start();
    await vi.advanceTimersByTimeAsync(30);
    expect(look).toHaveBeenCalledTimes(3);
    await scheduler.stop();
  });

  it('logs a failure and runs the job again at its next time', async () => {
    const run = vi.fn(async () => {
      throw new Error('disk on fire');
    });
    const { lines, log } = collectingLog();
    const scheduler = createScheduler([{ name: 'purge', intervalMs: 10, run }], log, clock, isSteady);
    scheduler.start();
    await vi.advanceTimersByTimeAsync(30);
    expect(run).toHaveBeenCalledTimes(3);
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ job: 'purge', err: { message: 'disk on fire' } });
    await scheduler.stop();
  });

  it('warns of a busy moment, and tells of an error if the next run fails, too', async () => {
    const { lines, log } = collectingLog();
    const run = vi.fn(async () => {});
    const scheduler = createScheduler([{ name: 'activity', intervalMs: 10, run }], log, clock, isSteady);
    const levels = () => lines.map((line) => (JSON.parse(line) as { level: number }).level);
    const runOnce = async (error?: AppError) => {
      if (error) run.mockRejectedValueOnce(error);
      scheduler.launch('activity');
      await vi.advanceTimersByTimeAsync(0);
    };
    await runOnce(new AppError('BUSY'));
    await runOnce();
    await runOnce(new AppError('BUSY'));
    expect(levels()).toEqual([40, 40]);
    await runOnce(new AppError('BUSY'));
    expect(levels()).toEqual([40, 40, 50]);
    await runOnce();
    await runOnce(new AppError('INTERNAL'));
    expect(levels()).toEqual([40, 40, 50, 50]);
    await scheduler.stop();
  });

  it('waits for the job in flight before it stops', async () => {
    let release = () => {};
    const run = () => new Promise<void>((resolve) => (release = resolve));
    const scheduler = createScheduler([{ name: 'long', intervalMs: 10, run }], createLogger('silent'), clock, isSteady);
    scheduler.start();
    await vi.advanceTimersByTimeAsync(10);
    let stopped = false;
    const stopping = scheduler.stop().then(() => {
      stopped = true;
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(stopped).toBe(false);
    release();
    await stopping;
    expect(stopped).toBe(true);
  });

  it('has a job wait that deletes by date, while the clock may be wrong, and no other', async () => {
    let steady = false;
    const [deletes, other] = [vi.fn(async () => {}), vi.fn(async () => {})];
    const jobs = [
      { name: 'purge', intervalMs: 15 * minute, run: deletes, trustsClock: true as const },
      { name: 'checkpoint', intervalMs: 15 * minute, run: other },
    ];
    const scheduler = createScheduler(jobs, createLogger('silent'), clock, () => steady);
    scheduler.start();
    for (const { name } of jobs) scheduler.launch(name);
    await vi.advanceTimersByTimeAsync(5 * minute);
    expect([deletes, other].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
    steady = true;
    await vi.advanceTimersByTimeAsync(minute);
    expect(deletes).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(9 * minute);
    expect([deletes, other].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
    steady = false;
    scheduler.launch('purge');
    await scheduler.stop();
    steady = true;
    await vi.advanceTimersByTimeAsync(hour);
    expect(deletes).toHaveBeenCalledTimes(2);
  });
});
