import type { FakeClock } from '#e2e/support/fake-clock.ts';
import { managedServer, monthlyServer, plans, type Run } from '#e2e/support/hosting.ts';
import type { Actor } from '#e2e/support/seed-actors.ts';
import type { SeedData } from '#e2e/support/seed-data.ts';
import type { SystemContext } from '#main/services/context.ts';
import { advanceOpenRuns } from '#main/services/hosting/advance-runs.ts';
import { invoke } from '#main/transport/invoke.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { runTimesMs } from '#shared/flows/hosting.ts';
import { minute } from '#shared/rules/limits.ts';
import type { ErrorKey } from '#shared/texts/errors.ts';
import { absent, nothing } from './permission-inputs.ts';
import type { IdField, Row } from './permission-row.ts';

const { hosting } = contract;

const server: IdField = {
  foreign: ({ foreign }) => foreign.hosting.ownServer,
  missing: '987654321',
  answer: 'NOT_FOUND',
};
const namedServer: IdField = { ...server, answer: 'SERVER_NOT_FOUND' };
const run: IdField = {
  foreign: ({ foreign }) => foreign.hosting.runId,
  missing: `run_${absent}`,
  answer: 'NOT_FOUND',
};
const queue: IdField = { foreign: () => `queue_${absent}`, missing: `queue_${absent}`, answer: 'NOT_FOUND' };
const ipAddress: IdField = {
  foreign: ({ foreign }) => foreign.hosting.ipId,
  missing: `ip_${absent}`,
  answer: 'NOT_FOUND',
};
const invoice: IdField = {
  foreign: ({ foreign }) => foreign.hosting.invoiceId,
  missing: `bill_${absent}`,
  answer: 'NOT_FOUND',
};

/** The stranger has no provider connected, and nothing that the others have. */
const strangerSees = (answer: ErrorKey): Pick<Row, 'refuses'> => ({ refuses: { stranger: answer } });
const hidden = strangerSees('NOT_FOUND');
const notConnected = strangerSees('PROVIDER_NOT_CONNECTED');

const ofServer = (serviceId: string) => () => ({ serviceid: serviceId });
const ofRun = ({ own }: SeedData) => ({ run_id: own.hosting.runId });

/** Takes upgrade steps for a caller by calling the operations. */
const steps = (context: SystemContext, caller: Actor) => {
  const call = async (operation: OperationSpec, input: object): Promise<Run> =>
    (await invoke(context, operation, input, {
      authorization: `Bearer ${caller.token}`,
      client: { ip: '127.0.0.1', userAgent: 'castellan-test', background: false, requestId: 'req_prepare' },
    })) as Run;
  const serviceId = monthlyServer;
  const ordered = () => call(hosting.upgradeInstance, { serviceid: serviceId, rid: plans.next });
  const paid = async () => call(hosting.paySandboxInvoice, { run_id: (await ordered()).run_id });
  const resized = async () => {
    await paid();
    const { run_id } = await call(hosting.upgradeServer, { serviceid: serviceId });
    (context.clock as FakeClock).advance(minute);
    return call(hosting.checkUpgradeRun, { run_id });
  };
  return { call, ordered, paid, resized };
};
type Step = Exclude<keyof ReturnType<typeof steps>, 'call'>;
const after =
  (step: Step): NonNullable<Row['prepare']> =>
  async (context, caller) => {
    await steps(context, caller)[step]();
    return {};
  };
const namingTheRun =
  (step: Step): NonNullable<Row['prepare']> =>
  async (context, caller) => ({ run_id: (await steps(context, caller)[step]()).run_id });

/** An upgrade that was applied long ago, and that no one has looked after since. */
const waitingLong: NonNullable<Row['prepare']> = async (context, caller) => {
  const { call, paid } = steps(context, caller);
  await paid();
  const { run_id, version } = await call(hosting.upgradeServer, { serviceid: monthlyServer });
  (context.clock as FakeClock).advance(runTimesMs.settle);
  return { run_id, version };
};

/** A reviewed run: an order names the version that it is for. */
const withPlan = async (context: SystemContext, caller: Actor) => {
  const { call } = steps(context, caller);
  const { run_id } = await call(hosting.startUpgradeRun, { serviceid: monthlyServer });
  const { version } = await call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
  return { run_id, version };
};

/** Orders of several upgrades that have stopped, because a run was changed after its review. */
const stoppedQueue = async (context: SystemContext, caller: Actor) => {
  const { call } = steps(context, caller);
  const reviewed = await withPlan(context, caller);
  const { queue_id } = (await call(hosting.createUpgradeQueue, { runs: [reviewed] })) as unknown as {
    queue_id: string;
  };
  const { run_id, version } = await call(hosting.setUpgradeDefault, { run_id: reviewed.run_id, decision: 'revert' });
  await advanceOpenRuns(context);
  return { queue_id, runs: [{ run_id, version }] };
};

/** The rows of the `hosting` feature, see permission-rows.ts. */
export const hostingRows: Record<keyof typeof hosting, Row> = {
  getProviderSettings: { input: nothing },
  updateProviderSettings: { input: () => ({ mode: 'sandbox', allow_private_addresses: true }) },
  testProviderConnection: { input: nothing, ...notConnected },
  resetSandbox: { input: nothing, ...notConnected },
  paySandboxInvoice: { input: ofRun, ids: { run_id: run }, prepare: namingTheRun('ordered'), ...hidden },
  cancelSandboxOrder: { input: ofRun, ids: { run_id: run }, prepare: namingTheRun('ordered'), ...hidden },

  listServers: { input: nothing },
  getServer: { input: ofServer(monthlyServer), ids: { serviceid: server }, ...hidden },
  syncServers: { input: nothing, ...notConnected },
  updateServer: {
    input: () => ({ serviceid: monthlyServer, label: 'Renamed' }),
    ids: { serviceid: server },
    ...hidden,
  },

  listIpAddresses: { input: nothing },
  addIpAddress: {
    input: () => ({ address: '198.51.100.8', serviceid: monthlyServer }),
    ids: { serviceid: namedServer },
    ...strangerSees('SERVER_NOT_FOUND'),
  },
  updateIpAddress: {
    input: ({ own }) => ({ ip_id: own.hosting.ipId, label: 'Renamed' }),
    ids: { ip_id: ipAddress },
    ...hidden,
  },
  removeIpAddress: { input: ({ own }) => ({ ip_id: own.hosting.ipId }), ids: { ip_id: ipAddress }, ...hidden },

  getPriceList: {
    input: ofServer(monthlyServer),
    ids: { serviceid: namedServer },
    ...strangerSees('SERVER_NOT_FOUND'),
  },
  getBillingcyclePrices: {
    input: ofServer(monthlyServer),
    ids: { serviceid: namedServer },
    ...strangerSees('SERVER_NOT_FOUND'),
  },
  upgradeInstance: {
    input: () => ({ serviceid: monthlyServer, rid: plans.next }),
    ids: { serviceid: server },
    ...hidden,
  },
  upgradeServer: {
    input: ofServer(monthlyServer),
    ids: { serviceid: server },
    prepare: after('paid'),
    ...hidden,
  },
  checkUpgradeOrder: { input: ofServer(monthlyServer), ids: { serviceid: server }, ...hidden },
  checkUpgradeReboot: { input: ofServer(monthlyServer), ids: { serviceid: server }, ...hidden },
  confirmUpgrade: {
    input: ofServer(monthlyServer),
    ids: { serviceid: server },
    prepare: after('resized'),
    ...hidden,
  },
  revertUpgrade: {
    input: ofServer(monthlyServer),
    ids: { serviceid: server },
    prepare: after('resized'),
    ...hidden,
  },
  changeBillingCycle: {
    input: () => ({ serviceid: monthlyServer, billingcycle: 'annually' }),
    ids: { serviceid: server },
    ...hidden,
  },
  upgradeToManaged: { input: ofServer(monthlyServer), ids: { serviceid: server }, ...hidden },
  downgradeToUnmanaged: { input: ofServer(managedServer), ids: { serviceid: server }, ...hidden },

  startUpgradeRun: { input: ofServer(monthlyServer), ids: { serviceid: server }, ...hidden },
  listUpgradeRuns: { input: nothing },
  getUpgradeRun: { input: ofRun, ids: { run_id: run }, ...hidden },
  chooseUpgradePlan: {
    input: ({ own }) => ({ run_id: own.hosting.runId, rid: plans.larger }),
    ids: { run_id: run },
    prepare: async (context, caller) => {
      const { call } = steps(context, caller);
      return { run_id: (await call(hosting.startUpgradeRun, { serviceid: monthlyServer })).run_id };
    },
    ...hidden,
  },
  orderUpgrade: {
    input: ({ own }) => ({ run_id: own.hosting.runId, version: 1 }),
    ids: { run_id: run },
    prepare: withPlan,
    ...hidden,
  },
  createUpgradeQueue: {
    input: ({ own }) => ({ runs: [{ run_id: own.hosting.runId, version: 1 }] }),
    prepare: async (context, caller) => ({ runs: [await withPlan(context, caller)] }),
    ...hidden,
  },
  listUpgradeQueues: { input: nothing },
  resumeUpgradeQueue: {
    input: ({ own }) => ({ queue_id: `queue_${absent}`, runs: [{ run_id: own.hosting.runId, version: 1 }] }),
    ids: { queue_id: queue },
    prepare: stoppedQueue,
    ...hidden,
  },
  cancelUpgradeQueue: {
    input: () => ({ queue_id: `queue_${absent}` }),
    ids: { queue_id: queue },
    prepare: async (context, caller) => ({ queue_id: (await stoppedQueue(context, caller)).queue_id }),
    ...hidden,
  },
  checkUpgradeRun: { input: ofRun, ids: { run_id: run }, ...hidden },
  setUpgradeDefault: {
    input: ({ own }) => ({ run_id: own.hosting.runId, decision: 'revert' }),
    ids: { run_id: run },
    ...hidden,
  },
  setUpgradeWindow: {
    input: ({ own }) => ({ run_id: own.hosting.runId, from: '02:00', until: '04:00' }),
    ids: { run_id: run },
    prepare: namingTheRun('ordered'),
    ...hidden,
  },
  cancelUpgradeWindow: {
    input: ofRun,
    ids: { run_id: run },
    prepare: async (context, caller) => {
      const { call, ordered } = steps(context, caller);
      const { run_id } = await ordered();
      await call(hosting.setUpgradeWindow, { run_id, from: '02:00', until: '04:00' });
      return { run_id };
    },
    ...hidden,
  },
  markUpgradeRunSeen: { input: ofRun, ids: { run_id: run }, ...hidden },
  cancelUpgradeRun: { input: ofRun, ids: { run_id: run }, ...hidden },
  reportUpgradeFinding: {
    input: ({ own }) => ({ run_id: own.hosting.runId, version: 1, finding: 'confirmed', understood: true }),
    ids: { run_id: run },
    prepare: waitingLong,
    ...hidden,
  },
  closeUpgradeRun: {
    input: ({ own }) => ({ run_id: own.hosting.runId, understood: true }),
    ids: { run_id: run },
    prepare: namingTheRun('ordered'),
    ...hidden,
  },

  getCostHistory: { input: nothing },
  getReconciliation: { input: () => ({ month: '2026-01' }) },
  listInvoices: { input: nothing },
  addInvoice: {
    input: () => ({ number: 'INV-2', issued_on: '2026-01-03', total: '9.99', serviceid: monthlyServer }),
    ids: { serviceid: namedServer },
    ...strangerSees('SERVER_NOT_FOUND'),
  },
  importInvoices: { input: () => ({ csv: 'number,issued_on,total\nINV-3,2026-01-04,4.99\n' }), ...notConnected },
  removeInvoice: {
    input: ({ own }) => ({ invoice_id: own.hosting.invoiceId }),
    ids: { invoice_id: invoice },
    ...hidden,
  },
};
