import { describe, expect, it, vi } from 'vitest';
import { effectTexts, linesOf } from '#e2e/support/effect-texts.ts';
import { isEmbedded } from '#e2e/support/engine.ts';
import { liveSettings } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { liveIn } from '#e2e/support/lived-in-team.ts';
import { closedAfterwards } from '#e2e/support/prepared.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { watchWrites } from '#e2e/support/written-rows.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';
import { day, minute } from '#shared/rules/limits.ts';
import { advanceOpenRuns } from '../services/hosting/advance-runs.ts';
import { createJobs } from './job-list.ts';

type Name = ReturnType<typeof createJobs>[number]['name'] | 'open upgrades';

/** Jobs that write rows, and those that write none here: they have tests of their own. */
const writing = ['purge', 'failed sign-ins', 'hosting costs', 'upgrade reminders', 'open upgrades'] as const;
const others = [
  ...['activity', 'audit check', 'audit heads', 'backup', 'checkpoint', 'clock', 'keys', 'sample activity'],
  'upgrade copies',
];

/** A service whose people come back after 40 days, to the middle of an upgrade and to a budget that is too small. */
const createPlace = async () => {
  const live = await createLiveUpgrade();
  await closedAfterwards(Promise.resolve(live.app));
  const { app } = live;
  const { context } = app.service;
  const { db } = context;
  const seed = await createSeedData(context, await hashSeedPassword(context));
  await liveIn(context, seed.own, { verified: true });
  await live.order(await live.chosen());
  await live.call(contract.hosting.updateProviderSettings, { ...liveSettings, monthly_budget: '1.00' });
  await tablesOf(db.write)
    .updateTable('users')
    .set({ status: 'pending_deletion', delete_at: app.clock.now() + 30 * day })
    .where('id', '=', seed.own.pending.id)
    .execute();
  app.clock.advance(40 * day);
  await live.signInAgain();
  app.clock.advance(5 * minute);
  await live.call(contract.profile.getMe, {});
  context.failedSignIns.record({ id: seed.own.target.id, tenant_id: seed.own.id }, 'password', '198.51.100.7');
  const begun = app.clock.now();
  const written = await watchWrites(db.write);
  const jobs: readonly { readonly name: Name; readonly run: () => Promise<unknown> }[] = [
    ...createJobs(context, { stopping: new AbortController().signal, onAuditCheck: () => {} }),
    { name: 'open upgrades', run: () => advanceOpenRuns(context) },
  ];
  return {
    db,
    names: jobs.map(({ name }) => name),
    job: (name: Name) => jobs.find((job) => job.name === name)?.run ?? expect.fail(`There is no job ${name}`),
    /** What was written since the last time, in any order, and with no more of new IDs than what they are of. */
    async lines() {
      const lines = linesOf(await written(), effectTexts(seed, begun));
      return lines
        .map((line) => line.replaceAll(/<(\w+) \d+>/g, '<$1>').replaceAll(/\b\w+ \d+\b|\w+@[\w.]+/g, ''))
        .sort();
    },
  };
};

/** What a job does that runs once. */
const runOnce = async (name: Name) => {
  const place = await createPlace();
  const transaction = vi.spyOn(place.db, 'transaction');
  await place.job(name)();
  const { length } = transaction.mock.calls;
  transaction.mockRestore();
  return { place, count: length, lines: await place.lines() };
};

it.runIf(isEmbedded())('knows every job', async () => {
  const { names } = await createPlace();
  expect([...writing, ...others].sort()).toEqual(names.sort());
});

describe.runIf(isEmbedded()).each(writing)('%s', (name) => {
  it('does nothing more when it runs again', async () => {
    const { place, lines } = await runOnce(name);
    expect(lines).not.toEqual([]);
    await place.job(name)();
    expect(await place.lines()).toEqual([]);
  });

  it('does the same when it runs twice at once', async () => {
    const { lines } = await runOnce(name);
    const place = await createPlace();
    await Promise.all([place.job(name)(), place.job(name)()]);
    expect(await place.lines()).toEqual(lines);
  });

  it('does the rest when its first, middle or last step has failed', async () => {
    const { count, lines } = await runOnce(name);
    for (const step of new Set([1, Math.ceil(count / 2), count])) {
      const place = await createPlace();
      const transact = place.db.transaction.bind(place.db);
      let begun = 0;
      const failing = vi.spyOn(place.db, 'transaction').mockImplementation(async (scope, work) => {
        begun += 1;
        if (begun === step) throw new Error('The disk is gone');
        return transact(scope, work);
      });
      // Some jobs say that they have failed, and some go on with the next organization.
      await place
        .job(name)()
        .catch((error: Error) => expect(error.message).toMatch(/disk is gone|failed for/));
      expect(begun).toBeGreaterThanOrEqual(step);
      failing.mockRestore();
      await place.job(name)();
      expect(await place.lines(), `step ${step} of ${count}`).toEqual(lines);
    }
  });
});
