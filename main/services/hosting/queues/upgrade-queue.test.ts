import { describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { operate } from '#e2e/support/authority-cast.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { liveSettings, managedServer, monthlyServer, plans, type Run, yearlyServer } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { runTimesMs } from '#shared/flows/hosting.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';
import { tablesOf } from '../../../storage/database/tables.ts';

const { hosting } = contract;
type Queue = OutputOf<typeof hosting.createUpgradeQueue>;
type Target = { tenant_id: string; user_id: string };

const live = perTest(() => createLiveUpgrade());

const advance = () => live.advance();
const orders = () => live.calls('upgrade_instance');
const chosen = async (serviceId: string, rid: number = plans.largest): Promise<Run> => {
  const { run_id } = await live.call(hosting.startUpgradeRun, { serviceid: serviceId });
  return live.call(hosting.chooseUpgradePlan, { run_id, rid });
};
const reviewed = (runs: readonly Run[]) => runs.map(({ run_id, version }) => ({ run_id, version }));
const start = (runs: readonly Run[]) => live.call(hosting.createUpgradeQueue, { runs: reviewed(runs) });
const latest = async (): Promise<Queue> => {
  await live.signInAgain();
  const { queues } = await live.call(hosting.listUpgradeQueues, {});
  const [queue] = queues;
  if (!queue) throw new Error('There is no queue');
  return queue;
};
const states = ({ runs }: Queue) => runs.map(({ state }) => state);
const twoRuns = async () => [await chosen(monthlyServer), await chosen(yearlyServer)] as const;

describe('orders of several upgrades', () => {
  it('are placed one after the other, as they were reviewed', async () => {
    const runs = await twoRuns();
    const queue = await start(runs);
    expect(queue).toMatchObject({ state: 'running', current_run_id: runs[0].run_id, problem: null });
    const sum = runs.reduce((total, { plan }) => total + Number(plan?.delta_monthly), 0);
    expect(Number(queue.delta_monthly)).toBeCloseTo(sum, 2);
    expect(orders()).toBe(0);
    await advance();
    const done = await latest();
    expect(done).toMatchObject({ state: 'done', current_run_id: null });
    expect(states(done)).toEqual(['awaiting_payment', 'awaiting_payment']);
    expect(await live.call(hosting.getUpgradeQueue, { queue_id: queue.queue_id })).toEqual(done);
    await advance();
    expect(orders()).toBe(2);
    const rows = (await auditRows(live.app, live.owner.person.tenantId)).filter(
      ({ action }) => action === 'orderUpgrade',
    );
    expect(new Set(rows.map(({ actor_id }) => actor_id))).toEqual(new Set([live.owner.person.id]));
  });

  it('are listed newest first, also those that began at one instant', async () => {
    const begun: string[] = [];
    for (const _ of [1, 2, 3, 4, 5]) {
      const { queue_id } = await start([await chosen(monthlyServer)]);
      begun.push(queue_id);
      if (begun.length < 5) await live.call(hosting.cancelUpgradeQueue, { queue_id });
    }
    await tablesOf(live.app.service.context.db.write).updateTable('upgrade_queues').set({ started_at: 1 }).execute();
    const { queues } = await live.call(hosting.listUpgradeQueues, {});
    expect(queues).toHaveLength(5);
    expect(queues[0]?.queue_id).toBe(begun.at(-1));
  });

  it.each([
    [40, 500],
    [12, 2_500],
  ])('of %i servers are all placed, however long the polls of the open ones take', async (count, milliseconds) => {
    const runs: Run[] = [];
    for (const id of await live.moreServers(count)) runs.push(await chosen(id, plans.next));
    await start(runs);
    live.slowDown(milliseconds);
    // Runs that were ordered before are open as well, and are polled in each round.
    for (let round = 0; round < 20 && live.emulator.state.orders.length < count; round += 1) await advance();
    expect(live.emulator.state.orders).toHaveLength(count);
    expect((await latest()).state).toBe('done');
  });

  it('wait for an order whose answer was lost, also over a restart, and never repeat it', async () => {
    await start(await twoRuns());
    live.emulator.fail('timeout_after', { action: 'upgrade_instance' });
    live.emulator.fail('html_before', { action: 'check_upgrade_order', times: 3 });
    let waits = 0;
    for (let time = 0; time < 8 && (await latest()).state === 'running'; time += 1) {
      await advance();
      // The second order would be paid for as well, whatever became of the first.
      if (states(await latest())[0] === 'ordering') {
        waits += 1;
        expect(orders()).toBe(1);
      }
      await live.app.restart();
      live.app.clock.advance(runTimesMs.agree);
    }
    expect(waits).toBeGreaterThan(0);
    expect((await latest()).state).toBe('done');
    expect(orders()).toBe(2);
  });

  it('stop at a run that has changed since its review, say which, and go on after another review', async () => {
    const [first, second] = await twoRuns();
    await start([first, second]);
    const changed = await live.call(hosting.chooseUpgradePlan, { run_id: first.run_id, rid: plans.larger });
    await advance();
    const stopped = await latest();
    expect(stopped).toMatchObject({
      state: 'stopped',
      current_run_id: first.run_id,
      problem: { run_id: first.run_id, code: 'STATE_CONFLICT', reason: 'run_changed' },
    });
    expect(orders()).toBe(0);
    const ownRows = (await auditRows(live.app, live.owner.person.tenantId)).filter(
      ({ action }) => action === 'remindOfUpgrade',
    );
    expect(ownRows.map(({ details }) => JSON.parse(details ?? '{}') as object)).toMatchObject([
      { reason: 'queue_stopped' },
    ]);

    const { queue_id } = stopped;
    const outdated = live.call(hosting.resumeUpgradeQueue, { queue_id, runs: reviewed([first, second]) });
    expect((await failsWith(outdated, 'STATE_CONFLICT')).reason).toBe('run_changed');
    const resumed = await live.call(hosting.resumeUpgradeQueue, { queue_id, runs: reviewed([changed, second]) });
    expect(resumed).toMatchObject({ state: 'running', problem: null });
    await advance();
    expect((await latest()).state).toBe('done');
    expect(orders()).toBe(2);
  });

  const refused = [{ result: 'error', action: 'Upgrade Instance', message: 'Hourly products are disabled.' }];
  it.each([
    ['refuses the order', 'upgrade_instance', () => refused],
    ['does not tell whether one is pending', 'check_upgrade_order', () => new Response('', { status: 500 })],
  ])('stop at the second one if the provider %s, and order nothing more', async (_name, action, answer) => {
    const [first, second] = await twoRuns();
    await start([first, second]);
    live.interfere(action, (_real, form) => (form.get('serviceid') === yearlyServer ? answer() : undefined));
    await advance();
    const stopped = await latest();
    expect(states(stopped)).toEqual(['awaiting_payment', 'choosing']);
    expect(stopped).toMatchObject({ state: 'stopped', problem: { run_id: second.run_id } });
    expect(stopped.problem?.code).toMatch(/^PROVIDER_/);
    await advance();
    expect(live.emulator.state.orders).toHaveLength(1);
  });

  it('are cancelled as far as they have not begun', async () => {
    const [first, second] = await twoRuns();
    const { queue_id } = await start([first, second]);
    const changed = await live.call(hosting.chooseUpgradePlan, { run_id: second.run_id, rid: plans.largest });
    expect(changed.version).toBeGreaterThan(second.version);
    await advance();
    expect(states(await latest())).toEqual(['awaiting_payment', 'choosing']);
    const cancelled = await live.call(hosting.cancelUpgradeQueue, { queue_id });
    expect(cancelled.state).toBe('cancelled');
    expect(states(cancelled)).toEqual(['awaiting_payment', 'cancelled']);
    await advance();
    expect(orders()).toBe(1);
    expect((await failsWith(live.call(hosting.cancelUpgradeQueue, { queue_id }), 'STATE_CONFLICT')).reason).toBe(
      'queue_ended',
    );
    await failsWith(live.call(hosting.resumeUpgradeQueue, { queue_id, runs: reviewed([changed]) }), 'STATE_CONFLICT');
  });

  it('leave out a run that was cancelled on its own', async () => {
    const [first, second] = await twoRuns();
    await start([first, second]);
    await live.call(hosting.cancelUpgradeRun, { run_id: first.run_id });
    await advance();
    expect(states(await latest())).toEqual(['cancelled', 'awaiting_payment']);
    expect((await latest()).state).toBe('done');
  });

  it('need the permission of the person who started them, when each is placed', async () => {
    const other = await live.app.join(live.owner.person, 'owner');
    const runs = await twoRuns();
    await live.app.call(hosting.createUpgradeQueue, { runs: reviewed(runs) }, { token: other.token });
    const tenant_id = live.owner.person.tenantId;
    await live.call(contract.team.changeRole, { tenant_id, user_id: other.id, role: 'admin' });
    await advance();
    expect(orders()).toBe(0);
    expect(await latest()).toMatchObject({ state: 'stopped', problem: { code: 'FORBIDDEN' } });
  });

  it.each([
    ['removed', (target: Target) => live.call(contract.team.removeMember, target)],
    ['disabled', (target: Target) => live.call(contract.team.disableMember, target)],
  ])('are not placed for someone who was %s since', async (_what, happen) => {
    const other = await live.app.join(live.owner.person, 'owner');
    const runs = await twoRuns();
    await live.app.call(hosting.createUpgradeQueue, { runs: reviewed(runs) }, { token: other.token });
    // Until then, whoever became an owner can't be shut out by someone they could undo.
    live.app.clock.advance(lifetimesMs.undoLink);
    await live.signInAgain();
    await happen({ tenant_id: live.owner.person.tenantId, user_id: other.id });
    await advance();
    expect(orders()).toBe(0);
    expect(await latest()).toMatchObject({ state: 'stopped', problem: { code: 'FORBIDDEN' } });
  });

  it('wait while the operator has closed the organization', async () => {
    await start(await twoRuns());
    const organization = live.owner.person.tenantId;
    await operate(live.app, 'organization delete', { organization, yes: true });
    await advance();
    expect(orders()).toBe(0);
    await operate(live.app, 'organization restore', { organization });
    expect(await latest()).toMatchObject({ state: 'running', problem: null });
    await advance();
    expect(orders()).toBe(2);
  });

  it('are refused if another queue is open, a run has changed, or there is no plan', async () => {
    const [first, second] = await twoRuns();
    const { run_id, version } = await live.call(hosting.startUpgradeRun, { serviceid: managedServer });
    const reasonOf = async (runs: { run_id: string; version: number }[]) =>
      (await failsWith(live.call(hosting.createUpgradeQueue, { runs }), 'STATE_CONFLICT')).reason;
    expect(await reasonOf([{ run_id, version }])).toBe('no_plan');
    expect(await reasonOf([{ run_id: first.run_id, version: first.version - 1 }])).toBe('run_changed');
    expect(await reasonOf(reviewed([first, first]))).toBe('run_changed');
    await failsWith(live.call(hosting.createUpgradeQueue, { runs: [{ run_id: 'run_none', version: 0 }] }), 'NOT_FOUND');
    await start([first]);
    expect(await reasonOf(reviewed([second]))).toBe('queue_open');
  });

  it('ask before they exceed the budget together, although each alone would not', async () => {
    const runs = await twoRuns();
    const cost = Number((await live.call(hosting.listServers, {})).monthly_cost);
    const [first = 0, second = 0] = runs.map(({ plan }) => Number(plan?.delta_monthly));
    const monthly_budget = (cost + Math.max(first, second) + 1).toFixed(2);
    await live.call(hosting.updateProviderSettings, { ...liveSettings, monthly_budget });
    expect((await failsWith(start(runs), 'STATE_CONFLICT')).reason).toBe('over_budget');
    await live.call(hosting.createUpgradeQueue, { runs: reviewed(runs), accept_over_budget: true });
    await advance();
    expect(orders()).toBe(2);
  });
});
