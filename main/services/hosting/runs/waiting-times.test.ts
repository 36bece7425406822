import { describe, expect, it } from 'vitest';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import { runTimesMs } from '#shared/flows/hosting.ts';
import { day, minute } from '#shared/rules/limits.ts';
import { tablesOf } from '../../../storage/database/tables.ts';
import { advanceOpenRuns } from '../advance-runs.ts';

const { hosting } = contract;
const live = perTest(() => createLiveUpgrade());
/** A server that waits for a decision which someone made in advance. */
const decidedInAdvance = async () => {
  const { run_id } = await live.owner.resized();
  return live.call(hosting.setUpgradeDefault, { run_id, decision: 'confirm' });
};

describe('a system clock that is set', () => {
  it.each([10 * minute, -10 * minute, day, -day])('by %i ms does not shorten or prolong a wait', async (jump) => {
    live.emulator.fail('timeout_before', { action: 'upgrade_instance' });
    const ordered = await live.order(await live.chosen());
    live.app.clock.jump(jump);
    await live.signInAgain();
    expect((await live.check(ordered)).refused).toMatchObject({ report_no_order: 'settling', close: 'settling' });
    const later = await live.wait(ordered, runTimesMs.settle);
    expect(later.refused.report_no_order).toBeUndefined();
    expect(later.refused.close).toBeUndefined();
  });

  it.each([day, -day])('by %i ms does not move the default decision', async (jump) => {
    live.emulator.state.settings.auto_confirm = 10 * day;
    const { run_id } = await decidedInAdvance();
    live.app.clock.jump(jump);
    await advanceOpenRuns(live.app.service.context);
    expect(live.calls('confirm_upgrade')).toBe(0);
    live.app.clock.advance(runTimesMs.decide);
    await advanceOpenRuns(live.app.service.context);
    expect(live.calls('confirm_upgrade')).toBe(1);
    const { db } = live.app.service.context;
    const row = await tablesOf(db.read)
      .selectFrom('upgrade_runs')
      .select('state')
      .where('id', '=', run_id)
      .executeTakeFirst();
    expect(row?.state).toBe('confirmed');
  });

  it('starts the wait over in a new process', async () => {
    live.emulator.fail('timeout_before', { action: 'upgrade_instance' });
    const ordered = await live.order(await live.chosen());
    live.app.clock.jump(day);
    await live.app.restart();
    await live.signInAgain();
    expect((await live.check(ordered)).refused.report_no_order).toBe('settling');
    expect((await live.wait(ordered, runTimesMs.settle)).refused.report_no_order).toBeUndefined();
  });
});

describe('the default decision after a restart', () => {
  it('is not made because the clock was set ahead', async () => {
    live.emulator.state.settings.auto_confirm = 10 * day;
    await decidedInAdvance();
    await live.app.restart();
    live.app.clock.advance(11 * minute);
    live.app.clock.jump(5 * day);
    await advance();
    expect(live.calls('confirm_upgrade')).toBe(0);
    live.app.clock.jump(-5 * day);
    live.app.clock.advance(runTimesMs.decide);
    await advance();
    expect(live.calls('confirm_upgrade')).toBe(1);
  });

  const advance = () => advanceOpenRuns(live.app.service.context);

  it('is applied at once if its time came meanwhile', async () => {
    live.emulator.state.settings.auto_confirm = 10 * day;
    await decidedInAdvance();
    live.app.clock.advance(runTimesMs.decide);
    await live.app.restart();
    expect(live.calls('confirm_upgrade')).toBe(0);
    await advance();
    expect(live.calls('confirm_upgrade')).toBe(1);
  });

  it('comes no later if the system clock was set back meanwhile', async () => {
    live.emulator.state.settings.auto_confirm = 10 * day;
    const { run_id } = await decidedInAdvance();
    live.app.clock.advance(runTimesMs.decide / 2);
    await advance();
    await live.signInAgain();
    await live.call(hosting.markUpgradeRunSeen, { run_id });
    const unseen = async () => (await live.call(hosting.listUpgradeRuns, { show: 'attention' })).total;
    expect(await unseen()).toBe(0);
    live.app.clock.jump(-2 * day);
    await live.app.restart();
    await advance();
    // It isn't news to whoever has seen the run.
    await live.signInAgain();
    expect(await unseen()).toBe(0);
    live.app.clock.advance(runTimesMs.decide / 2 - minute);
    await advance();
    expect(live.calls('confirm_upgrade')).toBe(0);
    live.app.clock.advance(2 * minute);
    await advance();
    expect(live.calls('confirm_upgrade')).toBe(1);
  });
});
