import { beforeEach, describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/fixtures/audit.ts';
import { failsWith } from '#e2e/fixtures/fails-with.ts';
import {
  createLiveService,
  type HostingCaller,
  hostingCaller,
  type LiveService,
  liveSettings,
  monthlyServer,
  plans,
  type Run,
} from '#e2e/fixtures/hosting.ts';
import { contract } from '#shared/contract/index.ts';
import { runTimesMs } from '#shared/hosting.ts';
import { day, minute } from '#shared/limits.ts';
import type { Finding } from '#shared/upgrade-actions.ts';
import { advanceOpenRuns } from './advance-runs.ts';

const { hosting } = contract;
const serviceId = monthlyServer;

let live: LiveService;
beforeEach(async () => {
  live = await createLiveService();
  owner = live.owner;
  return () => live.app.close();
});

/** Sessions depend on the system clock, so sign in again after it was set. */
let owner: HostingCaller;
const signInAgain = async () => {
  owner = hostingCaller(live.app, await live.app.login(live.owner.person), live.pay);
};
const call: HostingCaller['call'] = (operation, input) => owner.call(operation, input);
const check = (run: { run_id: string }) => call(hosting.checkUpgradeRun, { run_id: run.run_id });
const wait = async (run: { run_id: string }, milliseconds: number) => {
  live.app.clock.advance(milliseconds);
  return check(run);
};
const report = ({ run_id }: { run_id: string }, finding: Finding) =>
  call(hosting.getUpgradeRun, { run_id }).then(({ version }) =>
    call(hosting.reportUpgradeFinding, { run_id, version, finding, understood: true }),
  );
const chosen = async (rid: number = plans.next) => {
  const { run_id } = await call(hosting.startUpgradeRun, { serviceid: serviceId });
  return call(hosting.chooseUpgradePlan, { run_id, rid });
};
const order = ({ run_id, version }: { run_id: string; version: number }) =>
  call(hosting.orderUpgrade, { run_id, version });
const theServer = () => {
  const [server] = live.emulator.state.servers;
  if (!server) throw new Error('The emulator has no server');
  return server;
};
/** The server shows another status than the emulator gives it. */
const showStatus = (status: string) =>
  live.interfere('get_instance', async (real) => {
    const { success } = (await (await real()).json()) as { success: object };
    return { success: { ...success, status } };
  });
const payAll = () => {
  for (const { invoiceid } of live.emulator.state.orders) if (invoiceid !== null) live.emulator.payInvoice(invoiceid);
};
const elsewhere = async () => {
  const other = hostingCaller(live.app, await live.app.owner(), live.pay);
  await other.call(hosting.updateProviderSettings, liveSettings);
  await other.call(hosting.syncServers, {});
  return other;
};

describe('an order that the provider hides once it is paid', () => {
  beforeEach(() => {
    live.emulator.state.settings.shows_paid_orders = false;
  });
  /** Credit on the account pays an order at once. */
  const payWithCredit = () =>
    live.interfere('upgrade_instance', async (real) => {
      const answer = (await (await real()).json()) as object[];
      payAll();
      return [{ result: 'success', action: 'Invoice Paid', message: 'Paid.' }, ...answer];
    });

  it('is never ordered again after its call was accepted, and can be applied', async () => {
    payWithCredit();
    const ordered = await order(await chosen());
    expect(ordered).toMatchObject({ state: 'awaiting_payment', order: null, order_missing: true });
    expect((await wait(ordered, runTimesMs.settle + minute)).state).toBe('awaiting_payment');
    expect(ordered.refused).toMatchObject({ order: 'order_exists', cancel: 'order_unclear' });
    expect((await call(hosting.upgradeServer, { serviceid: serviceId })).state).toBe('resizing');
    expect((await wait(ordered, minute)).state).toBe('resized');
    expect(live.calls('upgrade_instance')).toBe(1);
  });

  it('is never ordered again after its answer was lost, and can be applied by report', async () => {
    live.interfere('upgrade_instance', async (real) => {
      await real();
      payAll();
      return new Response('', { status: 502 });
    });
    const ordered = await order(await chosen());
    expect(ordered.state).toBe('ordering');
    await wait(ordered, runTimesMs.settle);
    const unclear = await wait(ordered, 10 * minute);
    expect(unclear).toMatchObject({ state: 'ordering', problem: { reason: 'order_unclear' } });
    expect((await report(ordered, 'paid')).state).toBe('resizing');
    expect((await wait(ordered, minute)).state).toBe('resized');
    expect([live.calls('upgrade_instance'), live.emulator.state.orders.length]).toEqual([1, 1]);
  });

  it('cannot be cancelled as if nothing were ordered', async () => {
    const run = await live.owner.paid();
    expect(await check(run)).toMatchObject({ order_missing: true });
    const { refusal } = await failsWith(call(hosting.cancelUpgradeRun, { run_id: run.run_id }), 'STATE_CONFLICT');
    expect(refusal).toBe('order_unclear');
    expect((await call(hosting.upgradeServer, { serviceid: serviceId })).state).toBe('resizing');
  });

  it('can be applied from a new run, although none shows there', async () => {
    const run = await live.owner.paid();
    await call(hosting.closeUpgradeRun, { run_id: run.run_id, understood: true });
    const next = await call(hosting.startUpgradeRun, { serviceid: serviceId });
    expect(next.state).toBe('choosing');
    expect((await report(next, 'paid')).state).toBe('resizing');
    expect(live.calls('upgrade_instance')).toBe(1);
  });

  it('is proven by the sizes that the server waits for', async () => {
    live.emulator.fail('timeout_after', { action: 'upgrade_instance' });
    live.emulator.fail('empty', { action: 'check_upgrade_order' });
    const ordered = await order(
      await chosen().then((run) => {
        live.emulator.settle();
        return run;
      }),
    );
    live.interfere('check_upgrade_order', () => ({ success: [] }));
    expect(await check(ordered)).toMatchObject({ state: 'awaiting_payment', order_missing: true });
  });
});

describe('a report', () => {
  it('is written to the audit log with its finding', async () => {
    live.emulator.fail('timeout_before', { action: 'upgrade_instance' });
    const ordered = await order(await chosen());
    live.app.clock.advance(runTimesMs.settle);
    await report(ordered, 'no_order');
    const rows = await auditRows(live.app, live.owner.person.tenantId);
    const [row] = rows.filter(({ action }) => action === 'reportUpgradeFinding');
    expect(JSON.parse(row?.details ?? '{}')).toMatchObject({
      event: 'no_order_reported',
      from: 'ordering',
      to: 'choosing',
    });
  });

  it('is about the run as it was seen', async () => {
    live.emulator.fail('timeout_before', { action: 'upgrade_instance' });
    const { run_id, version } = await order(await chosen());
    live.app.clock.advance(runTimesMs.settle);
    const input = { run_id, version: version - 1, finding: 'no_order', understood: true } as const;
    expect((await failsWith(call(hosting.reportUpgradeFinding, input), 'STATE_CONFLICT')).reason).toBe('run_changed');
  });

  it('of a paid order that the provider denies leads to where it can be taken back', async () => {
    const run = await chosen();
    await failsWith(report(run, 'paid'), 'PROVIDER_REJECTED');
    const told = await call(hosting.getUpgradeRun, { run_id: run.run_id });
    expect(told).toMatchObject({ state: 'awaiting_payment', order_missing: true, problem: { reason: 'refused' } });
    expect(await report(run, 'no_order')).toMatchObject({ state: 'choosing' });
  });
});

describe('an answer about orders in words that nobody knows', () => {
  beforeEach(() => {
    live.interfere('check_upgrade_order', () => [{ result: 'error', message: 'Zero upgrade requests outstanding' }]);
  });

  it('orders nothing until an owner has checked', async () => {
    const run = await chosen();
    await failsWith(order(run), 'PROVIDER_REJECTED');
    const told = await call(hosting.getUpgradeRun, { run_id: run.run_id });
    expect(told).toMatchObject({ state: 'choosing', problem: { reason: 'order_unclear' } });
    expect(told.problem?.message).toContain('Zero upgrade requests');
    expect(live.calls('upgrade_instance')).toBe(0);
    expect((await order(await report(run, 'no_order'))).state).toBe('awaiting_payment');
    expect(live.calls('upgrade_instance')).toBe(1);
  });

  it('does not keep the server from being seen', async () => {
    const run = await order(await chosen().then((first) => report(first, 'no_order')));
    payAll();
    await call(hosting.upgradeServer, { serviceid: serviceId });
    expect((await wait(run, minute)).state).toBe('resized');
  });
});

describe('a status other than ACTIVE and RESIZED', () => {
  it.each(['SHUTOFF', 'REBOOT', 'SUSPENDED', 'PAUSED', 'ERROR', 'RESCUE'])(
    'is a fact about the server, not about the run: %s',
    async (status) => {
      const run = await live.owner.ordered();
      const stop = showStatus(status);
      expect((await check(run)).state).toBe('awaiting_payment');
      expect((await call(hosting.getServer, { serviceid: serviceId })).status).toBe(status);
      stop();
      await live.pay(run);
      expect((await call(hosting.upgradeServer, { serviceid: serviceId })).state).toBe('resizing');
    },
  );

  it('does not keep anyone from starting, unless the server is being resized', async () => {
    const stop = showStatus('SHUTOFF');
    expect((await chosen()).state).toBe('choosing');
    stop();
  });

  it.each([
    [{ is_suspended: 1 }, 'server_suspended'],
    [{ locked: 1 }, 'server_locked'],
    [{ task_state: 'resize_migrating' }, 'server_not_active'],
  ])('keeps one from starting with %j', async (shown, reason) => {
    live.interfere('get_instance', async (real) => {
      const { success } = (await (await real()).json()) as { success: object };
      return { success: { ...success, ...shown } };
    });
    const refused = await failsWith(call(hosting.startUpgradeRun, { serviceid: serviceId }), 'STATE_CONFLICT');
    expect(refused.reason).toBe(reason);
  });
});

describe('an upgrade that does not happen', () => {
  it('can be applied again once the server runs at its old size', async () => {
    const run = await live.owner.applied();
    const server = theServer();
    const [sold] = live.emulator.state.orders;
    Object.assign(server, { status: 'ACTIVE', upgrade: null });
    if (sold) sold.status = 'paid';
    expect((await wait(run, runTimesMs.settle)).state).toBe('resizing');
    const back = await wait(run, runTimesMs.agree);
    expect(back).toMatchObject({ state: 'awaiting_payment', problem: { reason: 'not_upgraded' } });
    expect((await call(hosting.upgradeServer, { serviceid: serviceId })).state).toBe('resizing');
  });

  it('can be reported as reverted', async () => {
    const run = await live.owner.applied();
    Object.assign(theServer(), { status: 'ACTIVE', upgrade: null });
    await wait(run, runTimesMs.settle);
    await wait(run, runTimesMs.agree);
    expect(await report(run, 'reverted')).toMatchObject({ state: 'reverted', is_open: false });
  });

  it('asks for attention while the provider reports an error', async () => {
    const run = await live.owner.applied();
    showStatus('ERROR');
    const told = await wait(run, runTimesMs.settle);
    expect(told).toMatchObject({ state: 'resizing', problem: { reason: 'server_error' }, needs_attention: true });
  });
});

describe('one look that may be stale', () => {
  const showOldServer = () =>
    live.interfere('get_instance', async (real) => {
      const { success } = (await (await real()).json()) as { success: object };
      return { success: { ...success, status: 'ACTIVE', ram: 2_048, cpu: 1, disk: 50 } };
    });

  it('does not revert an upgrade that waits for a decision', async () => {
    const run = await live.owner.resized();
    const stop = showOldServer();
    expect((await check(run)).state).toBe('resized');
    stop();
    expect((await wait(run, runTimesMs.agree)).state).toBe('resized');
    expect((await call(hosting.confirmUpgrade, { serviceid: serviceId })).state).toBe('confirmed');
  });

  it('never contradicts an accepted confirmation, however long it lags', async () => {
    const run = await live.owner.resized();
    const stop = showOldServer();
    expect((await call(hosting.confirmUpgrade, { serviceid: serviceId })).state).toBe('confirming');
    await wait(run, 3 * minute);
    expect(await wait(run, 3 * minute)).toMatchObject({ state: 'confirming', problem: { reason: 'not_shown' } });
    stop();
    expect((await check(run)).state).toBe('confirmed');
  });
});

describe('a system clock that is set', () => {
  it.each([10 * minute, -10 * minute, day, -day])('by %i ms does not shorten or prolong a wait', async (jump) => {
    live.emulator.fail('timeout_before', { action: 'upgrade_instance' });
    const ordered = await order(await chosen());
    live.app.clock.jump(jump);
    await signInAgain();
    expect((await check(ordered)).refused).toMatchObject({ report_no_order: 'settling', close: 'settling' });
    const later = await wait(ordered, runTimesMs.settle);
    expect(later.refused.report_no_order).toBeUndefined();
    expect(later.refused.close).toBeUndefined();
  });

  it.each([day, -day])('by %i ms does not move the default decision', async (jump) => {
    live.emulator.state.settings.auto_confirm = 10 * day;
    const { run_id } = await live.owner.resized();
    live.app.clock.jump(jump);
    await advanceOpenRuns(live.app.service.context);
    expect(live.calls('confirm_upgrade')).toBe(0);
    live.app.clock.advance(runTimesMs.decide);
    await advanceOpenRuns(live.app.service.context);
    expect(live.calls('confirm_upgrade')).toBe(1);
    const { db } = live.app.service.context;
    const row = await db.read.selectFrom('upgrade_runs').select('state').where('id', '=', run_id).executeTakeFirst();
    expect(row?.state).toBe('confirmed');
  });

  it('starts the wait over in a new process', async () => {
    live.emulator.fail('timeout_before', { action: 'upgrade_instance' });
    const ordered = await order(await chosen());
    live.app.clock.jump(day);
    await live.app.restart();
    await signInAgain();
    expect((await check(ordered)).refused.report_no_order).toBe('settling');
    expect((await wait(ordered, runTimesMs.settle)).refused.report_no_order).toBeUndefined();
  });
});

describe('an upgrade that others decide', () => {
  it('sends no default for a server that no longer waits, and lets its owner report the end', async () => {
    const other = await elsewhere();
    await other.resized();
    const run = await call(hosting.startUpgradeRun, { serviceid: serviceId });
    expect(run.state).toBe('resized');
    await other.call(hosting.confirmUpgrade, { serviceid: serviceId });
    const confirmed = live.calls('confirm_upgrade');
    live.app.clock.advance(runTimesMs.decide);
    await advanceOpenRuns(live.app.service.context);
    await advanceOpenRuns(live.app.service.context);
    expect(live.calls('confirm_upgrade')).toBe(confirmed);
    await signInAgain();
    const told = await call(hosting.getUpgradeRun, { run_id: run.run_id });
    expect(told).toMatchObject({ state: 'resized', problem: { reason: 'decided_elsewhere' } });
    expect((await report(run, 'confirmed')).state).toBe('confirmed');
  });

  it('does not send a refused default again', async () => {
    await live.owner.resized();
    live.interfere('confirm_upgrade', () => [{ result: 'error', message: 'Not now.' }]);
    let sent = 0;
    live.interfere('confirm_upgrade', () => {
      sent += 1;
      return [{ result: 'error', message: 'Not now.' }];
    });
    live.app.clock.advance(runTimesMs.decide);
    for (let turn = 0; turn < 5; turn += 1) await advanceOpenRuns(live.app.service.context);
    expect(sent).toBe(1);
  });
});

describe('an order that somebody else places', () => {
  const isAdopted = async (run: Run): Promise<void> => {
    expect(run).toMatchObject({ state: 'awaiting_payment', plan: null, cost_after: null });
    expect(run.problem?.reason).toBe('order_replaced');
  };

  it('after our own was lost is not taken for ours', async () => {
    live.emulator.fail('timeout_before', { action: 'upgrade_instance' });
    const ordered = await order(await chosen());
    await (await elsewhere()).ordered(serviceId, plans.larger);
    await isAdopted(await check(ordered));
  });

  it('in place of ours is shown as another', async () => {
    const run = await live.owner.ordered();
    live.emulator.cancelOrder(Number(serviceId));
    await (await elsewhere()).ordered(serviceId, plans.larger);
    const seen = await check(run);
    await isAdopted(seen);
    expect(seen.order?.id).not.toBe(run.order?.id);
  });
});

it('an invoice with another amount is shown with that amount, and asks for attention', async () => {
  const run = await live.owner.ordered();
  const [sold] = live.emulator.state.orders;
  if (sold) sold.total += 1_500;
  const seen = await check(run);
  expect(seen).toMatchObject({ state: 'awaiting_payment', problem: { reason: 'invoice_changed' } });
  expect(Number(seen.order?.total)).toBeCloseTo(Number(run.order?.total) + 15, 2);
  expect(seen.plan).toEqual(run.plan);
});

it('a confirmed upgrade ends although the provider counts a size in another unit', async () => {
  const run = await live.owner.resized();
  live.interfere('get_instance', async (real) => {
    const { success } = (await (await real()).json()) as { success: object };
    return { success: { ...success, bandwidth: 2_000 } };
  });
  expect((await call(hosting.confirmUpgrade, { serviceid: serviceId })).state).toBe('confirmed');
  expect(run.state).toBe('resized');
});

describe('a change of the billing cycle', () => {
  it('that takes effect later is not reported as failed, and can be reported as made', async () => {
    live.interfere('change_billing_cycle', () => [
      { result: 'success', action: 'Change Billing Cycle', message: 'Service has been upgraded!' },
    ]);
    const run = await call(hosting.changeBillingCycle, { serviceid: serviceId, billingcycle: 'annually' });
    await wait(run, runTimesMs.settle);
    const told = await wait(run, runTimesMs.agree);
    expect(told).toMatchObject({ state: 'changing', problem: { reason: 'not_shown' } });
    expect((await report(run, 'changed')).state).toBe('changed');
  });
});

it('a service level is not changed by a success that names neither action nor message', async () => {
  live.interfere('upgrade_to_managed', () => [{ result: 'success' }]);
  const run = await call(hosting.upgradeToManaged, { serviceid: serviceId });
  expect(run.state).toBe('changing');
  live.app.clock.advance(runTimesMs.settle);
  expect(await report(run, 'unchanged')).toMatchObject({ state: 'failed' });
  expect((await call(hosting.getServer, { serviceid: serviceId })).managed).not.toBe(true);
});

it('a disk beyond the plan is not applied', async () => {
  await live.owner.paid();
  const beyond = call(hosting.upgradeServer, { serviceid: serviceId, disk: 900 });
  expect((await failsWith(beyond, 'STATE_CONFLICT')).reason).toBe('disk_beyond_plan');
  expect(live.calls('upgrade_server')).toBe(0);
});
