import { describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { monthlyServer, plans, type Run, sandboxOwner, yearlyServer } from '#e2e/support/hosting.ts';
import { perFile, perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { minute, second } from '#shared/rules/limits.ts';

const { hosting } = contract;
const customPlan = 190;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const owner = perTest(() => sandboxOwner(app));

const serverOf = (serviceId = monthlyServer) => owner.call(hosting.getServer, { serviceid: serviceId });

describe('an upgrade in the sandbox', () => {
  it('goes from the choice of a plan to its confirmation, and changes the cost', async () => {
    expect(await serverOf()).toMatchObject({ status: 'ACTIVE', approximate_cost: '9.99', cost_source: 'price_list' });
    const started = await owner.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    expect(started).toMatchObject({ state: 'choosing', version: 0, plan: null, order: null, needs_attention: false });
    const chosen = await owner.call(hosting.chooseUpgradePlan, { run_id: started.run_id, rid: plans.next });
    expect(chosen.plan).toMatchObject({ rid: plans.next, billingcycle: 'monthly', current_price: '9.99' });
    const ordered = await owner.call(hosting.orderUpgrade, { run_id: started.run_id, version: chosen.version });
    expect(ordered).toMatchObject({ state: 'awaiting_payment', order_missing: false, problem: null });
    expect(ordered.order?.invoiceid).toBeGreaterThan(0);
    expect(ordered.invoice_paid).toBe(false);
    await owner.call(hosting.paySandboxInvoice, { run_id: started.run_id });
    expect((await owner.call(hosting.getUpgradeRun, { run_id: started.run_id })).invoice_paid).toBe(true);
    const applied = await owner.call(hosting.upgradeServer, { serviceid: monthlyServer });
    expect(applied).toMatchObject({ state: 'resizing', is_open: true });
    app.clock.advance(30 * second);
    const resized = await owner.check(applied);
    expect(resized.state).toBe('resized');
    expect(resized.needs_attention).toBe(true);
    const confirmed = await owner.call(hosting.confirmUpgrade, { serviceid: monthlyServer });
    expect(confirmed).toMatchObject({ state: 'confirmed', is_open: false, cost_after: chosen.plan?.monthly });
    const server = await serverOf();
    expect(server).toMatchObject({ status: 'ACTIVE', approximate_cost: chosen.plan?.monthly, open_run: null });
    expect(server.sizes).toEqual(chosen.plan?.sizes);
  });

  it.each([
    ['monthly', monthlyServer, plans.larger],
    ['yearly', yearlyServer, plans.largest],
  ])('costs what was quoted before the order, for a %s server', async (_cycle, serviceId, rid) => {
    const { run_id } = await owner.call(hosting.startUpgradeRun, { serviceid: serviceId });
    const { plan, version } = await owner.call(hosting.chooseUpgradePlan, { run_id, rid });
    expect(plan?.now_estimate).toMatch(/^[1-9]/);
    const { order } = await owner.call(hosting.orderUpgrade, { run_id, version });
    expect(order?.total).toBe(plan?.now_estimate);
  });

  it('can be reverted to the former sizes and cost', async () => {
    const before = await serverOf();
    await owner.resized();
    expect((await serverOf()).status).toBe('RESIZED');
    const reverted = await owner.call(hosting.revertUpgrade, { serviceid: monthlyServer });
    expect(reverted).toMatchObject({ state: 'reverted', is_open: false });
    const { sizes, approximate_cost } = await serverOf();
    expect({ sizes, approximate_cost }).toEqual({ sizes: before.sizes, approximate_cost: before.approximate_cost });
  });

  it('is refused by the provider while its invoice is unpaid, and continues once it is paid', async () => {
    const run = await owner.ordered();
    const { provider_reason, provider_message } = await failsWith(
      owner.call(hosting.upgradeServer, { serviceid: monthlyServer }),
      'PROVIDER_REJECTED',
    );
    expect(provider_reason).toBe('refused');
    expect(provider_message).toContain('not been paid');
    const seen = await owner.call(hosting.getUpgradeRun, { run_id: run.run_id });
    expect(seen).toMatchObject({ state: 'awaiting_payment', problem: { reason: 'refused' } });
    expect(seen.problem?.message).toContain('not been paid');
    expect(await owner.call(hosting.paySandboxInvoice, { run_id: run.run_id })).toMatchObject({ problem: null });
    expect(await owner.check(run)).toMatchObject({ problem: null, invoice_paid: true });
    expect((await owner.call(hosting.upgradeServer, { serviceid: monthlyServer })).state).toBe('resizing');
  });

  it('can be ordered in one step by tools that know what they want', async () => {
    const ordered = await owner.call(hosting.upgradeInstance, { serviceid: monthlyServer, rid: plans.larger });
    expect(ordered).toMatchObject({ state: 'awaiting_payment', plan: { rid: plans.larger } });
    const { refusal } = await failsWith(
      owner.call(hosting.upgradeInstance, { serviceid: monthlyServer, rid: plans.larger }),
      'STATE_CONFLICT',
    );
    expect(refusal).toBe('order_exists');
  });

  it('leaves no open run behind if it is refused in one step', async () => {
    const order = (rid: number) => owner.call(hosting.upgradeInstance, { serviceid: monthlyServer, rid });
    await failsWith(order(999), 'PLAN_NOT_OFFERED');
    const smaller = { serviceid: yearlyServer, rid: plans.present };
    await failsWith(owner.call(hosting.upgradeInstance, smaller), 'DISK_CANNOT_SHRINK');
    expect((await serverOf()).open_run).toBeNull();
    const mine = await owner.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    await failsWith(order(999), 'PLAN_NOT_OFFERED');
    expect((await serverOf()).open_run?.run_id).toBe(mine.run_id);
    expect((await order(plans.larger)).run_id).toBe(mine.run_id);
  });

  it('needs only the components of a custom plan that change', async () => {
    const { sizes } = await serverOf();
    const input = { serviceid: monthlyServer, rid: customPlan, ram: 8 };
    const { plan } = await owner.call(hosting.upgradeInstance, input);
    expect(plan).toMatchObject({ ram: 8, cpu: sizes.cpu, disk: sizes.disk_gb, sizes: { ...sizes, ram_mb: 8_192 } });
  });

  it('can be canceled until there is an order, and after its owner reports that it is gone', async () => {
    const first = await owner.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    expect(await owner.call(hosting.cancelUpgradeRun, { run_id: first.run_id })).toMatchObject({ state: 'cancelled' });
    const late = owner.call(hosting.setUpgradeDefault, { run_id: first.run_id, decision: 'revert' });
    expect((await failsWith(late, 'STATE_CONFLICT')).reason).toBe('ended');
    const second_ = await owner.ordered();
    const { refusal } = await failsWith(
      owner.call(hosting.cancelUpgradeRun, { run_id: second_.run_id }),
      'STATE_CONFLICT',
    );
    expect(refusal).toBe('order_exists');
    const gone = await owner.call(hosting.cancelSandboxOrder, { run_id: second_.run_id });
    expect(gone).toMatchObject({ state: 'awaiting_payment', order_missing: true });
    const report = (run: Run) =>
      owner.call(hosting.reportUpgradeFinding, {
        run_id: run.run_id,
        version: run.version,
        finding: 'no_order',
        understood: true,
      });
    const again = await report(gone);
    expect(again).toMatchObject({ state: 'choosing', order: null, order_missing: false });
    expect((await owner.call(hosting.cancelUpgradeRun, { run_id: second_.run_id })).state).toBe('cancelled');
    expect((await owner.ordered()).state).toBe('awaiting_payment');
  });

  it('can be closed, and the next run adopts its order', async () => {
    const run = await owner.ordered();
    await failsWith(
      owner.call(hosting.closeUpgradeRun, { run_id: run.run_id, understood: false as true }),
      'VALIDATION_FAILED',
    );
    expect(await owner.call(hosting.closeUpgradeRun, { run_id: run.run_id, understood: true })).toMatchObject({
      state: 'closed',
      is_open: false,
    });
    const next = await owner.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    expect(next).toMatchObject({ state: 'awaiting_payment', plan: null, order: run.order });
    await owner.call(hosting.paySandboxInvoice, { run_id: next.run_id });
    await owner.call(hosting.upgradeServer, { serviceid: monthlyServer, accept_total: next.order?.total ?? '' });
    app.clock.advance(minute);
    expect((await owner.check(next)).state).toBe('resized');
    expect((await owner.call(hosting.confirmUpgrade, { serviceid: monthlyServer })).state).toBe('confirmed');
  });

  it('records every step in the audit log', async () => {
    await owner.resized();
    await owner.call(hosting.confirmUpgrade, { serviceid: monthlyServer });
    const rows = (await auditRows(app, owner.person.tenantId)).filter(({ target_kind }) => target_kind === 'server');
    const moves = rows.map(({ action, details }) => {
      const { event, from, to } = JSON.parse(details ?? '{}');
      return [action, event ?? null, from ?? null, to ?? null];
    });
    expect(moves).toEqual([
      ['startUpgradeRun', null, null, 'choosing'],
      ['chooseUpgradePlan', 'plan_chosen', 'choosing', 'choosing'],
      ['orderUpgrade', 'order_intended', 'choosing', 'ordering'],
      ['advanceUpgradeRun', 'order_found', 'ordering', 'awaiting_payment'],
      ['paySandboxInvoice', null, null, null],
      ['upgradeServer', 'apply_intended', 'awaiting_payment', 'applying'],
      ['advanceUpgradeRun', 'apply_accepted', 'applying', 'resizing'],
      ['checkUpgradeRun', null, null, null],
      ['advanceUpgradeRun', 'server_resized', 'resizing', 'resized'],
      ['confirmUpgrade', 'confirm_intended', 'resized', 'confirming'],
      ['advanceUpgradeRun', 'size_reached', 'confirming', 'confirmed'],
    ]);
    expect(rows.every(({ target_id, target_label }) => target_id === monthlyServer && target_label === 'mail-1')).toBe(
      true,
    );
  });
});

describe('the plan of a run', () => {
  const choose = async (choice: { rid: number; ram?: number; disk?: number }, serviceId = monthlyServer) => {
    const { run_id } = await owner.call(hosting.startUpgradeRun, { serviceid: serviceId });
    return owner.call(hosting.chooseUpgradePlan, { run_id, ...choice });
  };

  it('must be offered by the provider', async () => {
    await failsWith(choose({ rid: 999 }), 'PLAN_NOT_OFFERED');
  });

  it("must differ from the server's plan, because nothing could prove that upgrade", async () => {
    await failsWith(choose({ rid: plans.present }), 'PLAN_NOT_OFFERED');
  });

  it('accepts components only if it is custom', async () => {
    const { errors } = await failsWith(choose({ rid: plans.next, ram: 8 }), 'PLAN_NOT_OFFERED');
    expect(errors).toMatchObject([{ path: 'ram', code: 'not_custom' }]);
  });

  it('never has a smaller disk', async () => {
    await failsWith(choose({ rid: plans.present }, yearlyServer), 'DISK_CANNOT_SHRINK');
  });

  it('is applied with its whole disk, and not with a larger one', async () => {
    const run = await owner.paid();
    const planned = run.plan?.sizes.disk_gb ?? 0;
    const apply = (disk: number) => owner.call(hosting.upgradeServer, { serviceid: monthlyServer, disk });
    expect((await failsWith(apply(planned + 1), 'STATE_CONFLICT')).reason).toBe('disk_beyond_plan');
    expect((await owner.check(run)).state).toBe('awaiting_payment');
    expect((await apply(planned)).state).toBe('resizing');
  });

  it('can be changed until it is ordered, and an order is for what was reviewed', async () => {
    const first = await choose({ rid: plans.next });
    const second_ = await owner.call(hosting.chooseUpgradePlan, { run_id: first.run_id, rid: plans.larger });
    await failsWith(
      owner.call(hosting.orderUpgrade, { run_id: first.run_id, version: first.version }),
      'STATE_CONFLICT',
    );
    const ordered = await owner.call(hosting.orderUpgrade, { run_id: first.run_id, version: second_.version });
    expect(ordered.plan?.rid).toBe(plans.larger);
    const { refusal } = await failsWith(
      owner.call(hosting.chooseUpgradePlan, { run_id: first.run_id, rid: plans.next }),
      'STATE_CONFLICT',
    );
    expect(refusal).toBe('order_exists');
  });

  it('is required before an order', async () => {
    const { run_id, version } = await owner.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    const { refusal } = await failsWith(owner.call(hosting.orderUpgrade, { run_id, version }), 'STATE_CONFLICT');
    expect(refusal).toBe('no_plan');
  });

  it('can be custom, priced by component', async () => {
    const { price_options } = await owner.call(hosting.getPriceList, { serviceid: monthlyServer, managed: 0 });
    const custom = price_options.find(({ components }) => components.length > 0);
    const choice = Object.fromEntries(
      (custom?.components ?? []).map(({ component, kind, max, options }) => [
        component,
        kind === 'quantity' ? max : (options.at(-1)?.value ?? 0),
      ]),
    );
    const { run_id } = await owner.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    const { rid = 0 } = custom ?? {};
    await failsWith(owner.call(hosting.chooseUpgradePlan, { run_id, rid }), 'PLAN_NOT_OFFERED');
    const { plan, version } = await owner.call(hosting.chooseUpgradePlan, { run_id, rid, ...choice });
    expect(plan).toMatchObject(choice);
    const ordered = await owner.call(hosting.orderUpgrade, { run_id, version });
    expect(ordered.state).toBe('awaiting_payment');
  });
});
