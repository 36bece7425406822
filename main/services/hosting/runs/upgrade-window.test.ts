import { describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { operate } from '#e2e/support/authority-cast.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { monthlyServer, plans, type Run, sandboxOwner } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { openOrder, orderUpgrade } from '#main/provider/emulator/rules.ts';
import { contract } from '#shared/contract/index.ts';
import { applyWindowMs, runTimesMs } from '#shared/flows/hosting.ts';
import { day, hour, minute } from '#shared/rules/limits.ts';
import { tablesOf } from '../../../storage/database/tables.ts';
import { advanceOpenRuns } from '../advance-runs.ts';

const { hosting } = contract;

const live = perTest(() => createLiveUpgrade());

const advance = () => advanceOpenRuns(live.app.service.context);
const applied = () => live.calls('upgrade_server');
const stored = async ({ run_id }: Run): Promise<Run> => {
  await live.signInAgain();
  return live.call(hosting.getUpgradeRun, { run_id });
};
const clockText = (at: number): string => new Date(at).toISOString().slice(11, 16);
/** Plans a start in UTC that begins this far from now, and lasts two hours. */
const plan = ({ run_id }: Run, ahead: number) => {
  const from = live.app.clock.now() + ahead;
  return live.call(hosting.setUpgradeWindow, {
    run_id,
    from: clockText(from),
    until: clockText(from + 2 * hour),
    time_zone: 'Etc/UTC',
  });
};
const notices = async (): Promise<string[]> =>
  (await auditRows(live.app, live.owner.person.tenantId))
    .filter(({ action }) => action === 'remindOfUpgrade')
    .map(({ details }) => (JSON.parse(details ?? '{}') as { reason: string }).reason)
    .filter((reason) => reason.startsWith('window_'));
const mailed = async () =>
  tablesOf(live.app.service.context.db.read)
    .selectFrom('mails')
    .select('params')
    .where('kind', '=', 'upgrade_reminder')
    .execute()
    .then((mails) => mails.map(({ params }) => JSON.parse(params) as { reason: string; window: string }));

describe('a planned start', () => {
  it('applies the paid order in its window, and neither before nor again', async () => {
    const run = await live.owner.paid();
    const planned = await plan(run, 3 * hour);
    expect(planned.apply_window).toMatchObject({ time_zone: 'Etc/UTC' });
    await advance();
    live.app.clock.advance(2 * hour);
    await advance();
    expect(applied()).toBe(0);
    live.app.clock.advance(hour + minute);
    await advance();
    await advance();
    expect(applied()).toBe(1);
    expect(await notices()).toEqual(['window_started']);
    const [mail] = await mailed();
    expect(mail).toMatchObject({ reason: 'window_started' });
    expect(mail?.window).toMatch(/^\d\d:\d\d–\d\d:\d\d \(Etc\/UTC\)$/);
    expect(await stored(run)).toMatchObject({ apply_window: null });
    live.app.clock.advance(day);
    await advance();
    expect(applied()).toBe(1);
  });

  it('is no news to whoever has seen the run, whether it is set, changed or canceled', async () => {
    const run = await live.owner.paid();
    const { run_id } = run;
    expect(await stored(run)).toMatchObject({ needs_attention: true });
    await live.call(hosting.markUpgradeRunSeen, { run_id });
    expect(await plan(run, 3 * hour)).toMatchObject({ needs_attention: false });
    expect(await plan(run, 4 * hour)).toMatchObject({ needs_attention: false });
    expect(await live.call(hosting.cancelUpgradeWindow, { run_id })).toMatchObject({ needs_attention: false });
  });

  it('waits for the next day while the operator has closed the organization', async () => {
    const run = await live.owner.paid();
    const organization = live.owner.person.tenantId;
    await plan(run, hour);
    live.app.clock.advance(hour + minute);
    await operate(live.app, 'organization delete', { organization, yes: true });
    await advance();
    expect(applied()).toBe(0);
    expect(await notices()).toEqual([]);
    await operate(live.app, 'organization restore', { organization });
    live.app.clock.advance(day);
    await advance();
    expect(applied()).toBe(1);
  });

  it('goes on to the next day if its window was missed', async () => {
    const run = await live.owner.paid();
    await plan(run, hour);
    live.app.clock.advance(3 * hour + minute);
    await advance();
    expect(applied()).toBe(0);
    live.app.clock.advance(22 * hour);
    await advance();
    expect(applied()).toBe(1);
  });

  it('waits for the payment: a refusal is told once per window, and tried again in the same one and the next', async () => {
    const run = await live.owner.ordered();
    await plan(run, hour);
    live.app.clock.advance(hour + minute);
    await advance();
    await advance();
    expect(applied()).toBe(1);
    expect(await stored(run)).toMatchObject({ state: 'awaiting_payment', apply_window: {} });
    live.app.clock.advance(applyWindowMs.retry);
    await advance();
    expect(applied()).toBe(2);
    expect(await notices()).toEqual(['window_refused']);
    live.app.clock.advance(day);
    await advance();
    expect(await notices()).toEqual(['window_refused', 'window_refused']);
    await live.pay(await stored(run));
    live.app.clock.advance(applyWindowMs.retry);
    await advance();
    expect(await stored(run)).toMatchObject({ apply_window: null, order: { total: run.order?.total } });
    expect(await notices()).toEqual(['window_refused', 'window_refused', 'window_started']);
  });

  it('can be canceled and changed until it begins', async () => {
    const run = await live.owner.paid();
    await failsWith(live.call(hosting.cancelUpgradeWindow, { run_id: run.run_id }), 'STATE_CONFLICT');
    await plan(run, hour);
    expect((await live.call(hosting.cancelUpgradeWindow, { run_id: run.run_id })).apply_window).toBeNull();
    live.app.clock.advance(hour + minute);
    await advance();
    expect(applied()).toBe(0);
    await live.signInAgain();
    await plan(run, 0);
    await advance();
    expect(applied()).toBe(1);
    await live.signInAgain();
    const refused = await failsWith(live.call(hosting.cancelUpgradeWindow, { run_id: run.run_id }), 'STATE_CONFLICT');
    expect(refused.reason).toBe('being_upgraded');
    const rows = (await auditRows(live.app, live.owner.person.tenantId)).map(({ action }) => action);
    expect(rows.filter((action) => /UpgradeWindow/.test(action))).toEqual([
      'setUpgradeWindow',
      'cancelUpgradeWindow',
      'setUpgradeWindow',
    ]);
  });

  it('ends once someone starts the upgrade', async () => {
    const run = await live.owner.paid();
    await plan(run, hour);
    expect((await live.call(hosting.upgradeServer, { serviceid: monthlyServer })).apply_window).toBeNull();
    expect(await notices()).toEqual([]);
  });

  it.each([day, -day, 5 * hour])('does not begin because the clock was set by %d ms', async (jump) => {
    const run = await live.owner.paid();
    await plan(run, 5 * hour + minute);
    live.app.clock.advance(jump === 5 * hour ? 0 : 5 * hour + 2 * minute);
    live.app.clock.jump(jump + 2 * minute);
    await advance();
    expect(applied()).toBe(0);
    // After a restart, the system clock is all that there is.
    await live.app.restart();
    await advance();
    expect(applied()).toBe(1);
  });

  it('is never sent again after an unknown outcome: owners are told that nothing began', async () => {
    const run = await live.owner.paid();
    await plan(run, 0);
    live.emulator.fail('timeout_before', { action: 'upgrade_server' });
    await advance();
    expect((await stored(run)).state).toBe('applying');
    await live.app.restart();
    for (let time = 0; time < 4; time += 1) {
      live.app.clock.advance(runTimesMs.settle);
      await advance();
    }
    expect(await stored(run)).toMatchObject({ state: 'awaiting_payment', apply_window: null });
    expect(await notices()).toEqual(['window_unclear']);
    live.app.clock.advance(day);
    await advance();
    expect(applied()).toBe(1);
  });

  it('does not apply an invoice that no one agreed to, until an owner does', async () => {
    const run = await live.owner.ordered();
    await plan(run, 0);
    const order = openOrder(live.emulator.state, Number(monthlyServer));
    if (order) order.total += 1_500;
    await advance();
    await advance();
    expect(applied()).toBe(0);
    expect(await notices()).toEqual(['window_differs']);
    const changed = await stored(run);
    const { run_id } = run;
    const times = { from: '00:00', until: '23:59', time_zone: 'Etc/UTC' };
    const refused = await failsWith(live.call(hosting.setUpgradeWindow, { run_id, ...times }), 'STATE_CONFLICT');
    expect(refused.reason).toBe('invoice_differs');
    const total = changed.order?.total ?? '';
    await live.call(hosting.setUpgradeWindow, { run_id, ...times, accept_total: total });
    await live.pay(changed);
    await advance();
    expect(applied()).toBe(1);
  });

  it('is for one order: another one ends it', async () => {
    const run = await live.owner.ordered();
    await plan(run, hour);
    live.emulator.cancelOrder(Number(monthlyServer));
    orderUpgrade(live.emulator.state, live.server(), { rid: plans.largest }, live.app.clock.now());
    live.payAll();
    live.app.clock.advance(hour + minute);
    await advance();
    await advance();
    expect(applied()).toBe(0);
    expect(await notices()).toEqual(['window_dropped']);
    expect((await stored(run)).apply_window).toBeNull();
  });

  it.each([
    [{ from: '02:00', until: '02:10' }, 'until'],
    [{ from: '02:00', until: '02:00' }, 'until'],
    [{ from: '2:00', until: '04:00' }, 'from'],
    [{ from: '24:00', until: '04:00' }, 'from'],
  ])('refuses %j', async (times, path) => {
    const { run_id } = await live.owner.ordered();
    const { errors } = await failsWith(live.call(hosting.setUpgradeWindow, { run_id, ...times }), 'VALIDATION_FAILED');
    expect(errors?.map((error) => error.path)).toEqual([path]);
  });

  it("takes the organization's time zone", async () => {
    const { run_id } = await live.owner.ordered();
    const times = { from: '02:00', until: '04:00' };
    expect((await live.call(hosting.setUpgradeWindow, { run_id, ...times })).apply_window?.time_zone).toBe('Etc/UTC');
    const tenant_id = live.owner.person.tenantId;
    await live.call(contract.organization.updateTenant, { tenant_id, time_zone: 'Asia/Tokyo' });
    const { apply_window } = await live.call(hosting.setUpgradeWindow, { run_id, ...times });
    expect(apply_window).toMatchObject({ time_zone: 'Asia/Tokyo' });
    expect(apply_window?.next_start).toMatch(/T17:00:00\.000Z$/);
  });

  it('can only be planned for an order', async () => {
    const { run_id } = await live.chosen();
    const times = { run_id, from: '02:00', until: '04:00' };
    expect((await failsWith(live.call(hosting.setUpgradeWindow, times), 'STATE_CONFLICT')).reason).toBe('no_order');
  });
});

describe('in the sandbox', () => {
  it('an unpaid invoice is told once per window, and nothing is sent until it is paid', async () => {
    const app = await createTestService();
    const owner = await sandboxOwner(app);
    const run = await owner.ordered();
    const { run_id } = run;
    await owner.call(hosting.setUpgradeWindow, { run_id, from: '00:00', until: '23:59', time_zone: 'Etc/UTC' });
    await advanceOpenRuns(app.service.context);
    await advanceOpenRuns(app.service.context);
    const rows = (await auditRows(app, owner.person.tenantId)).filter(({ action }) => action === 'remindOfUpgrade');
    expect(rows.map(({ details }) => JSON.parse(details ?? '{}') as object)).toMatchObject([
      { reason: 'window_unpaid' },
    ]);
    expect(await owner.call(hosting.getUpgradeRun, { run_id })).toMatchObject({
      state: 'awaiting_payment',
      problem: null,
    });
    await owner.call(hosting.paySandboxInvoice, { run_id });
    await advanceOpenRuns(app.service.context);
    expect((await owner.call(hosting.getUpgradeRun, { run_id })).state).not.toBe('awaiting_payment');
    await app.close();
  });
});
