import { describe, expect, it } from 'vitest';
import { sandboxOwner } from '#e2e/support/hosting.ts';
import { perFile, perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { runTimesMs } from '#shared/flows/hosting.ts';
import { day } from '#shared/rules/limits.ts';
import { tablesOf } from '../../../storage/database/tables.ts';
import { advanceOpenRuns } from '../advance-runs.ts';

const { hosting } = contract;
const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const owner = perTest(() => sandboxOwner(app));

describe('a decision that no one makes', () => {
  const wake = () => advanceOpenRuns(app.service.context);
  const stateOf = async (id: string) => {
    const { db } = app.service.context;
    const row = await tablesOf(db.read)
      .selectFrom('upgrade_runs')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { state: row.state, isSeen: row.seen_version === row.version };
  };

  it.each([
    ['confirm', 'confirmed'],
    ['revert', 'reverted'],
  ] as const)('is %s by default an hour before the provider confirms', async (decision, state) => {
    const { run_id, decide_at } = await owner.resized();
    const set = await owner.call(hosting.setUpgradeDefault, { run_id, decision });
    expect(set.default_decision).toBe(decision);
    app.clock.set(Date.parse(decide_at ?? '') - 1);
    await wake();
    expect((await stateOf(run_id)).state).toBe('resized');
    app.clock.advance(1);
    await wake();
    expect(await stateOf(run_id)).toEqual({ state, isSeen: false });
    expect(runTimesMs.decide).toBeLessThan(day);
  });

  it('is not made by Castellan if no one chose a default', async () => {
    const { run_id, decide_at, default_decision } = await owner.resized();
    expect(default_decision).toBeNull();
    app.clock.set(Date.parse(decide_at ?? '') + 1);
    await wake();
    expect((await stateOf(run_id)).state).toBe('resized');
  });

  it('counts as confirmed if the provider has confirmed meanwhile, even against the default', async () => {
    const { run_id } = await owner.resized();
    await owner.call(hosting.setUpgradeDefault, { run_id, decision: 'revert' });
    app.clock.advance(3 * day);
    await wake();
    app.clock.advance(runTimesMs.agree);
    await wake();
    expect(await stateOf(run_id)).toEqual({ state: 'confirmed', isSeen: false });
  });
});
