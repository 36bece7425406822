import fc from 'fast-check';
import { plans, type Run } from '#e2e/support/hosting.ts';
import { type FaultName, faultNames } from '#main/provider/emulator/faults.ts';
import { openOrder, orderUpgrade, Refusal } from '#main/provider/emulator/rules.ts';
import { contract } from '#shared/contract/index.ts';
import { type Decision, runTimesMs } from '#shared/flows/hosting.ts';
import { day, hour, minute, second } from '#shared/rules/limits.ts';
import { cancelQueue, noteQueue, queueBoth, resumeQueue } from './queue-steps.ts';
import { advance, call, judge, openRun, type Real, reportTruth, serverUpstream, serviceId } from './upgrade-model.ts';

const { hosting } = contract;

class Step implements fc.AsyncCommand<object, Real> {
  private readonly name: string;
  private readonly act: (real: Real) => Promise<unknown>;
  constructor(name: string, act: (real: Real) => Promise<unknown>) {
    this.name = name;
    this.act = act;
  }
  check(): boolean {
    return true;
  }
  async run(_model: object, real: Real): Promise<void> {
    await this.act(real);
    await judge(real);
  }
  toString(): string {
    return this.name;
  }
}

const who = fc.constantFrom<0 | 1>(0, 1);
const ofRun = (name: string, act: (real: Real, by: 0 | 1, run: Run) => Promise<unknown>): fc.Arbitrary<Step> =>
  who.map(
    (by) =>
      new Step(`${name} by ${by}`, async (real) => {
        const run = await openRun(real);
        if (run) await act(real, by, run);
      }),
  );
const ofServer = (name: string, act: (real: Real, by: 0 | 1) => Promise<unknown>): fc.Arbitrary<Step> =>
  who.map((by) => new Step(`${name} by ${by}`, (real) => act(real, by)));

const rid = fc.constantFrom(plans.next, plans.larger);
const writes = [
  'upgrade_instance',
  'upgrade_server',
  'confirm_upgrade',
  'revert_upgrade',
  'change_billing_cycle',
  'upgrade_to_managed',
];
const actions = [...writes, 'check_upgrade_order', 'get_instance'];

/** Takes the next step toward the end of the run. */
const takeNextStep = async (real: Real, by: 0 | 1, decision: Decision): Promise<void> => {
  const run = await openRun(real);
  if (!run) return void (await call(real, by, hosting.startUpgradeRun, { serviceid: serviceId }));
  const { run_id, version, state, plan, order } = run;
  if (state === 'choosing' && !plan) await call(real, by, hosting.chooseUpgradePlan, { run_id, rid: plans.larger });
  else if (state === 'choosing') await call(real, by, hosting.orderUpgrade, { run_id, version });
  else if (state === 'awaiting_payment') {
    real.account.emulator().payInvoice(order?.invoiceid ?? 0);
    await call(real, by, hosting.upgradeServer, {
      serviceid: serviceId,
      ...(order?.total && { accept_total: order.total }),
    });
  } else if (state === 'resized') {
    await call(real, by, decision === 'confirm' ? hosting.confirmUpgrade : hosting.revertUpgrade, {
      serviceid: serviceId,
    });
  } else {
    real.app.clock.advance(30 * second);
    await call(real, by, hosting.checkUpgradeRun, { run_id });
  }
};

/** Steps whose call fails in the hardest way: no one knows whether it was executed. */
const uncertainSteps = fc
  .tuple(
    who,
    fc.constantFrom<FaultName>('timeout_before', 'timeout_after', 'reset_before', 'reset_after', 'html_after', 'empty'),
    fc.constantFrom('confirm', 'revert', 'cycle', 'managed'),
  )
  .map(
    ([by, fault, goal]) =>
      new Step(`take a step toward ${goal} by ${by}, with ${fault}`, async (real) => {
        const planned = writes.map((action) => ({ fault, action, times: 1 }));
        real.faults.push(...planned);
        if (goal === 'cycle')
          await call(real, by, hosting.changeBillingCycle, { serviceid: serviceId, billingcycle: 'quarterly' });
        else if (goal === 'managed') await call(real, by, hosting.upgradeToManaged, { serviceid: serviceId });
        else await takeNextStep(real, by, goal === 'confirm' ? 'confirm' : 'revert');
        for (const plan of planned) plan.times = 0;
      }),
  );

const progressSteps = fc
  .tuple(who, fc.constantFrom<Decision>('confirm', 'revert'))
  .map(
    ([by, decision]) => new Step(`take a step toward ${decision} by ${by}`, (real) => takeNextStep(real, by, decision)),
  );

/** Orders of two servers with one review. */
const queueSteps = fc.oneof(
  ofServer('order with another server', queueBoth),
  ofServer('order with another server', async (real, by) => {
    await queueBoth(real, by);
    await advance(real);
  }),
  ofServer('order with another server, and change the plan meanwhile', async (real, by) => {
    await queueBoth(real, by);
    const run = await openRun(real);
    if (run) await call(real, by, hosting.chooseUpgradePlan, { run_id: run.run_id, rid: plans.next });
    await advance(real);
    await noteQueue(real);
  }),
  ofServer('go on with the orders', resumeQueue),
  ofServer('cancel the orders', cancelQueue),
);

const plannedStarts = fc.tuple(who, fc.constantFrom(-hour, 0, hour, 12 * hour)).map(
  ([by, ahead]) =>
    new Step(`plan a start in ${ahead / hour} hours by ${by}`, async (real) => {
      const run = await openRun(real);
      if (!run) return;
      real.account.emulator().payInvoice(run.order?.invoiceid ?? 0);
      const from = real.app.clock.now() + ahead;
      const [start = '', end = ''] = [from, from + 2 * hour].map((at) => new Date(at).toISOString().slice(11, 16));
      const window = { from: start, until: end, time_zone: 'Etc/UTC' };
      await call(real, by, hosting.setUpgradeWindow, { run_id: run.run_id, ...window });
      if (ahead <= 0) await advance(real);
    }),
);

/** Every possible next step. */
export const steps: fc.Arbitrary<Step>[] = [
  // Without this weight, most sequences would never get far.
  ...Array.from({ length: 14 }, () => progressSteps),
  ...Array.from({ length: 6 }, () => uncertainSteps),
  ofServer('start', (real, by) => call(real, by, hosting.startUpgradeRun, { serviceid: serviceId })),
  fc.tuple(who, rid).map(
    ([by, chosen]) =>
      new Step(`choose ${chosen} by ${by}`, async (real) => {
        const run = await openRun(real);
        if (run) await call(real, by, hosting.chooseUpgradePlan, { run_id: run.run_id, rid: chosen });
      }),
  ),
  ofRun('order', (real, by, { run_id, version }) => call(real, by, hosting.orderUpgrade, { run_id, version })),
  ofRun('order twice at once', (real, _by, { run_id, version }) =>
    Promise.all(([0, 1] as const).map((by) => call(real, by, hosting.orderUpgrade, { run_id, version }))),
  ),
  fc
    .tuple(who, rid)
    .map(
      ([by, chosen]) =>
        new Step(`upgrade to ${chosen} by ${by}`, (real) =>
          call(real, by, hosting.upgradeInstance, { serviceid: serviceId, rid: chosen }),
        ),
    ),
  ofRun('pay', async (real, _by, { order }) => real.account.emulator().payInvoice(order?.invoiceid ?? 0)),
  ofServer('apply', (real, by) => call(real, by, hosting.upgradeServer, { serviceid: serviceId })),
  ofServer('confirm', (real, by) => call(real, by, hosting.confirmUpgrade, { serviceid: serviceId })),
  ofServer('revert', (real, by) => call(real, by, hosting.revertUpgrade, { serviceid: serviceId })),
  fc.constantFrom<Decision>('confirm', 'revert').map(
    (decision) =>
      new Step(`default ${decision}`, async (real) => {
        const run = await openRun(real);
        if (run) await call(real, 0, hosting.setUpgradeDefault, { run_id: run.run_id, decision });
      }),
  ),
  ofRun('report the truth', (real, by, run) => reportTruth(real, by, run)),
  ofRun('check', (real, by, { run_id }) => call(real, by, hosting.checkUpgradeRun, { run_id })),
  ofRun('cancel', (real, by, { run_id }) => call(real, by, hosting.cancelUpgradeRun, { run_id })),
  ofRun('close', (real, by, { run_id }) => call(real, by, hosting.closeUpgradeRun, { run_id, understood: true })),
  fc
    .constantFrom('monthly' as const, 'annually' as const, 'hourly' as const)
    .map(
      (billingcycle) =>
        new Step(`cycle ${billingcycle}`, (real) =>
          call(real, 0, hosting.changeBillingCycle, { serviceid: serviceId, billingcycle }),
        ),
    ),
  ofServer('managed', (real, by) => call(real, by, hosting.upgradeToManaged, { serviceid: serviceId })),
  rid.map(
    (chosen) =>
      new Step(`order ${chosen} elsewhere`, async (real) => {
        try {
          const { app, account } = real;
          const { state } = account.emulator();
          orderUpgrade(state, serverUpstream(real), { rid: chosen }, app.clock.now());
          real.elsewhere.add(state.orders.at(-1)?.id ?? 0);
        } catch (error) {
          // The client area refuses the same things as the API does.
          if (!(error instanceof Refusal)) throw error;
        }
      }),
  ),
  fc.constant(
    new Step('cancel the order elsewhere', async ({ account }) => account.emulator().cancelOrder(Number(serviceId))),
  ),
  fc.constant(
    new Step('hide paid orders', async ({ account }) => {
      account.emulator().state.settings.shows_paid_orders = false;
    }),
  ),
  fc
    .constantFrom('error' as const, 'empty_list' as const, 'empty_object' as const, 'false' as const, 'null' as const)
    .map(
      (words) =>
        new Step(`say ${words} without an order`, async ({ account }) => {
          account.emulator().state.settings.no_order = words;
        }),
    ),
  fc.constantFrom('SHUTOFF', 'REBOOT', 'ERROR', 'PAUSED').map(
    (status) =>
      new Step(`show ${status}`, async (real) => {
        real.shownStatus = { status, left: 3 };
      }),
  ),
  fc.constant(
    new Step('lag', async (real) => {
      real.stale = { left: 2 };
    }),
  ),
  fc
    .constantFrom(10 * minute, -10 * minute, day, -day)
    .map((jump) => new Step(`set the clock by ${jump / minute} min`, async ({ app }) => app.clock.jump(jump))),
  fc.constant(
    new Step('surcharge the invoice', async (real) => {
      const order = openOrder(real.account.emulator().state, serverUpstream(real).serviceid);
      if (order?.status === 'unpaid' && order.invoiceid !== null) order.total += 1_500;
    }),
  ),
  fc.constant(
    new Step('replace the invoice', async (real) => {
      const { state } = real.account.emulator();
      const order = openOrder(state, serverUpstream(real).serviceid);
      if (order?.status !== 'unpaid' || order.invoiceid === null) return;
      state.nextId += 1;
      order.invoiceid = state.nextId;
    }),
  ),
  fc.constant(
    new Step('order for another server', async ({ app, account }) => {
      const { state } = account.emulator();
      const other = state.servers.find((server) => String(server.serviceid) !== serviceId);
      try {
        if (other) orderUpgrade(state, other, { rid: plans.largest }, app.clock.now());
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }),
  ),
  queueSteps,
  queueSteps,
  fc.constant(new Step('look after open runs', advance)),
  plannedStarts,
  plannedStarts,
  ofRun('cancel the planned start', (real, by, { run_id }) => call(real, by, hosting.cancelUpgradeWindow, { run_id })),
  fc.constant(new Step('restart', ({ app }) => app.restart())),
  fc
    .constantFrom(1 * second, 30 * second, runTimesMs.settle, hour, runTimesMs.decide, 2 * day)
    .map((time) => new Step(`wait ${time / second} s`, async ({ app }) => app.clock.advance(time))),
  fc
    .tuple(fc.constantFrom<FaultName>(...faultNames), fc.constantFrom(...actions), fc.integer({ min: 1, max: 5 }))
    .map(
      ([fault, action, times]) =>
        new Step(`${action} fails ${times} times: ${fault}`, async (real) =>
          real.faults.push({ fault, action, times }),
        ),
    ),
];
