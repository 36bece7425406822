import type { FakeClock } from '#e2e/support/fake-clock.ts';
import { connectHetzner } from '#e2e/support/hetzner-account.ts';
import { monthlyServer, plans, type Run } from '#e2e/support/hosting.ts';
import type { Actor } from '#e2e/support/seed-actors.ts';
import type { SystemContext } from '#main/services/context.ts';
import { advanceOpenRuns } from '#main/services/hosting/advance-runs.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { replaceApproval } from '#main/storage/store/hosting/approvals.ts';
import { insertQueue } from '#main/storage/store/hosting/upgrade-queues.ts';
import { queueItemsShape } from '#main/storage/store/stored-shapes.ts';
import { invoke } from '#main/transport/invoke.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { runTimesMs } from '#shared/flows/hosting.ts';
import { minute } from '#shared/rules/limits.ts';
import type { Row } from './permission-row.ts';

const { hosting } = contract;

/** Takes upgrade steps for a caller by calling the operations. */
export const steps = (context: SystemContext, caller: Actor) => {
  const call = async (operation: OperationSpec, input: object): Promise<Run> =>
    (await invoke(context, operation, input, {
      authorization: `Bearer ${caller.token}`,
      client: { ip: '127.0.0.1', userAgent: 'castellan-test', background: false, requestId: 'req_prepare' },
    })) as Run;
  const serviceId = monthlyServer;
  const ordered = () => call(hosting.upgradeInstance, { serviceid: serviceId, rid: plans.next });
  const paid = async () => call(hosting.paySandboxInvoice, { run_id: (await ordered()).run_id });
  /** The server has its new size, which nobody has read yet. */
  const applied = async () => {
    await paid();
    const run = await call(hosting.upgradeServer, { serviceid: serviceId });
    (context.clock as FakeClock).advance(minute);
    return run;
  };
  const resized = async () => call(hosting.checkUpgradeRun, { run_id: (await applied()).run_id });
  return { call, ordered, paid, applied, resized };
};
type Step = Exclude<keyof ReturnType<typeof steps>, 'call'>;
export const after =
  (step: Step): NonNullable<Row['prepare']> =>
  async (context, caller) => {
    await steps(context, caller)[step]();
    return {};
  };
export const namingTheRun =
  (step: Step): NonNullable<Row['prepare']> =>
  async (context, caller) => ({ run_id: (await steps(context, caller)[step]()).run_id });

/** An upgrade that was applied long ago, and that no one has looked after since. */
export const waitingLong: NonNullable<Row['prepare']> = async (context, caller) => {
  const { call, paid } = steps(context, caller);
  await paid();
  const { run_id, version } = await call(hosting.upgradeServer, { serviceid: monthlyServer });
  (context.clock as FakeClock).advance(runTimesMs.settle);
  return { run_id, version };
};

/** A reviewed run: an order names the version that it is for. */
export const withPlan = async (context: SystemContext, caller: Actor) => {
  const { call } = steps(context, caller);
  const { run_id } = await call(hosting.startUpgradeRun, { serviceid: monthlyServer });
  const { version } = await call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
  return { run_id, version };
};

/** Orders of several upgrades that have stopped, because a run was changed after its review. */
export const stoppedQueue = async (context: SystemContext, caller: Actor) => {
  const { call } = steps(context, caller);
  const reviewed = await withPlan(context, caller);
  const { queue_id } = (await call(hosting.createUpgradeQueue, { runs: [reviewed] })) as unknown as {
    queue_id: string;
  };
  const { run_id, version } = await call(hosting.setUpgradeDefault, { run_id: reviewed.run_id, decision: 'revert' });
  await advanceOpenRuns(context);
  return { queue_id, runs: [{ run_id, version }] };
};

/** The caller's organization, connected to an account that has servers to turn on and off. */
export const atHetzner: NonNullable<Row['prepare']> = async (context, caller) => {
  await connectHetzner(context, caller.tenantId, true);
  await steps(context, caller).call(hosting.syncServers, {});
  return {};
};

/** A limit that its owners can't raise alone. */
export const limited: NonNullable<Row['prepare']> = async ({ db }) => {
  await tablesOf(db.write).updateTable('provider_settings').set({ approval_limit: 1_000 }).execute();
  return {};
};

/** What another owner of the caller's organization asks about. */
export const asked: NonNullable<Row['prepare']> = async ({ db, clock, ids }, { tenantId }, { own }) => {
  const id = ids.id('appr');
  await replaceApproval(db.write, {
    id,
    tenant_id: tenantId,
    mode: 'sandbox',
    kind: 'limit',
    service_id: '',
    wanted: '',
    amount: null,
    requested_by: own.coOwner.id,
    requested_at: clock.now(),
    approved_by: null,
    approved_at: null,
  });
  return { approval_id: id };
};

/** A queue that has ended: any number of them may be there. */
export const endedQueue: NonNullable<Row['prepare']> = async ({ db, clock, ids }, { tenantId }, { own }) => {
  const id = ids.id('queue');
  await insertQueue(db.write, {
    id,
    tenant_id: tenantId,
    mode: 'sandbox',
    state: 'done',
    version: 1,
    action: 'order',
    health_check: null,
    health_port: null,
    health_path: null,
    items: queueItemsShape.write([]),
    accept_over_budget: 0,
    problem: null,
    started_by: own.owner.id,
    started_at: clock.now(),
    ended_at: clock.now(),
  });
  return { queue_id: id };
};
