import { expect, it } from 'vitest';
import { fillEveryTable } from '#e2e/support/every-table.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { tableContents } from '#e2e/support/table-contents.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day, minute } from '#shared/rules/limits.ts';
import { createClockWatch } from '../platform/clock-watch.ts';
import { createLogger } from '../platform/logger.ts';
import { createJobs } from './job-list.ts';
import { purge } from './purge.ts';
import { createScheduler } from './scheduler.ts';

const year = 365 * day;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

/** Runs every job of the service, as its scheduler would. */
const runJobs = async (isSteady: () => boolean): Promise<string[]> => {
  const { context } = app.service;
  const stop = new AbortController();
  const jobs = createJobs(context, { stopping: stop.signal, onAuditCheck: () => {} });
  const scheduler = createScheduler(jobs, createLogger('silent'), app.clock, isSteady);
  for (const { name } of jobs) scheduler.launch(name);
  await scheduler.stop();
  return scheduler.runs().flatMap(({ name, result }) => (result === 'failed' ? [name] : []));
};

type Contents = Awaited<ReturnType<typeof tableContents>>;

/** The rows of `before` that are no longer there as they were. */
const lost = (before: Contents, after: Contents): Contents => {
  const entries = Object.entries(before).map(([table, rows]): [string, Contents[string]] => {
    const kept = new Set((after[table] ?? []).map((row) => JSON.stringify(row)));
    return [table, rows.filter((row) => !kept.has(JSON.stringify(row)))];
  });
  return Object.fromEntries(entries.filter(([, rows]) => rows.length > 0));
};

it('no job takes anything away while the clock is a year ahead, and all of them work afterwards', async () => {
  const { context } = app.service;
  const { owner } = await fillEveryTable(app);
  const { isSteady } = createClockWatch(app.clock);
  app.clock.advance(11 * minute);
  expect(await runJobs(isSteady)).toEqual([]);
  const before = await tableContents(context.db.read);
  app.clock.jump(year);
  expect(await runJobs(isSteady)).toEqual([]);
  app.clock.jump(-year);
  expect(await runJobs(isSteady)).toEqual([]);
  expect(lost(before, await tableContents(context.db.read))).toEqual({});

  app.clock.advance(day);
  expect(await runJobs(isSteady)).toEqual([]);
  const { refresh_token } = await app.call(contract.auth.login, owner);
  await app.call(contract.auth.refresh, { refresh_token });
  // The same year, once it has really passed: what has ended goes a month later.
  for (const passed of [year, 31 * day]) {
    app.clock.advance(passed);
    await purge(context);
  }
  const { sessions, one_time_tokens } = await tableContents(context.db.read);
  expect([sessions, one_time_tokens].map((rows) => rows?.length)).toEqual([0, 0]);
});
