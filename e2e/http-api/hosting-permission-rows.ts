import { offServer } from '#e2e/support/hetzner-service.ts';
import { managedServer, monthlyServer, plans } from '#e2e/support/hosting.ts';
import type { SeedData } from '#e2e/support/seed-data.ts';
import { contract } from '#shared/contract/index.ts';
import { after, atHetzner, namingTheRun, steps, waitingLong, withPlan } from './hosting-permission-steps.ts';
import { hidden, strangerSees, togetherRows } from './hosting-together-rows.ts';
import { absent, nothing, ofTenantItself } from './permission-inputs.ts';
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

const notConnected = strangerSees('PROVIDER_NOT_CONNECTED');

const ofServer = (serviceId: string) => () => ({ serviceid: serviceId });
const ofRun = ({ own }: SeedData) => ({ run_id: own.hosting.runId });

/** The rows of the `hosting` feature, see permission-rows.ts. */
export const hostingRows: Record<keyof typeof hosting, Row> = {
  ...togetherRows,
  getProviderSettings: { requires: 'hosting.settings', input: nothing },
  updateProviderSettings: {
    requires: 'hosting.settings',
    confirms: 'always',
    target: ofTenantItself,
    input: () => ({ mode: 'sandbox', allow_private_addresses: true }),
  },
  testProviderConnection: {
    requires: 'hosting.settings',
    target: ofTenantItself,
    input: nothing,
    ...notConnected,
  },
  resetSandbox: { requires: 'hosting.settings', target: ofTenantItself, input: nothing, ...notConnected },
  paySandboxInvoice: {
    requires: 'hosting.manage',
    input: ofRun,
    ids: { run_id: run },
    prepare: namingTheRun('ordered'),
    ...hidden,
  },
  cancelSandboxOrder: {
    requires: 'hosting.manage',
    input: ofRun,
    ids: { run_id: run },
    prepare: namingTheRun('ordered'),
    ...hidden,
  },

  listServers: { requires: 'hosting.read', input: nothing },
  getServer: { requires: 'hosting.read', input: ofServer(monthlyServer), ids: { serviceid: server }, ...hidden },
  syncServers: { requires: 'hosting.read', target: ofTenantItself, input: nothing, ...notConnected },
  updateServer: {
    requires: 'hosting.manage',
    input: () => ({ serviceid: monthlyServer, label: 'Renamed' }),
    ids: { serviceid: server },
    ...hidden,
  },

  tagServers: {
    requires: 'hosting.manage',
    target: ofTenantItself,
    input: () => ({ serviceids: [monthlyServer], add: ['mail'] }),
    ...hidden,
  },

  listIpAddresses: { requires: 'hosting.read', input: nothing },
  getIpAddress: {
    requires: 'hosting.read',
    input: ({ own }) => ({ ip_id: own.hosting.ipId }),
    ids: { ip_id: ipAddress },
    ...hidden,
  },
  addIpAddress: {
    requires: 'hosting.manage',
    target: (_, answer) => answer.ip_id,
    input: () => ({ address: '198.51.100.8', serviceid: monthlyServer }),
    ids: { serviceid: namedServer },
    ...strangerSees('SERVER_NOT_FOUND'),
  },
  updateIpAddress: {
    requires: 'hosting.manage',
    target: ({ own }) => own.hosting.ipId,
    input: ({ own }) => ({ ip_id: own.hosting.ipId, label: 'Renamed' }),
    ids: { ip_id: ipAddress },
    ...hidden,
  },
  removeIpAddress: {
    requires: 'hosting.manage',
    target: ({ own }) => own.hosting.ipId,
    input: ({ own }) => ({ ip_id: own.hosting.ipId }),
    ids: { ip_id: ipAddress },
    ...hidden,
  },

  getPriceList: {
    requires: 'hosting.read',
    input: ofServer(monthlyServer),
    ids: { serviceid: namedServer },
    ...strangerSees('SERVER_NOT_FOUND'),
  },
  getBillingcyclePrices: {
    requires: 'hosting.read',
    input: ofServer(monthlyServer),
    ids: { serviceid: namedServer },
    ...strangerSees('SERVER_NOT_FOUND'),
  },
  upgradeInstance: {
    requires: 'hosting.manage',
    input: () => ({ serviceid: monthlyServer, rid: plans.next }),
    ids: { serviceid: server },
    ...hidden,
  },
  upgradeServer: {
    requires: 'hosting.manage',
    input: ofServer(monthlyServer),
    ids: { serviceid: server },
    prepare: after('paid'),
    ...hidden,
  },
  checkUpgradeOrder: {
    requires: 'hosting.read',
    input: ofServer(monthlyServer),
    ids: { serviceid: server },
    ...hidden,
  },
  checkUpgradeReboot: {
    requires: 'hosting.read',
    input: ofServer(monthlyServer),
    ids: { serviceid: server },
    ...hidden,
  },
  confirmUpgrade: {
    requires: 'hosting.manage',
    input: ofServer(monthlyServer),
    ids: { serviceid: server },
    prepare: after('resized'),
    ...hidden,
  },
  revertUpgrade: {
    requires: 'hosting.manage',
    input: ofServer(monthlyServer),
    ids: { serviceid: server },
    prepare: after('resized'),
    ...hidden,
  },
  changeBillingCycle: {
    requires: 'hosting.manage',
    input: () => ({ serviceid: monthlyServer, billingcycle: 'annually' }),
    ids: { serviceid: server },
    ...hidden,
  },
  setPower: {
    requires: 'hosting.manage',
    input: () => ({ serviceid: offServer, action: 'on' }),
    ids: { serviceid: server },
    prepare: atHetzner,
    ...hidden,
  },
  upgradeToManaged: {
    requires: 'hosting.manage',
    input: ofServer(monthlyServer),
    ids: { serviceid: server },
    ...hidden,
  },
  downgradeToUnmanaged: {
    requires: 'hosting.manage',
    input: ofServer(managedServer),
    ids: { serviceid: server },
    ...hidden,
  },

  startUpgradeRun: {
    requires: 'hosting.manage',
    input: ofServer(monthlyServer),
    ids: { serviceid: server },
    ...hidden,
  },
  listUpgradeRuns: { requires: 'hosting.read', input: nothing },
  getUpgradeRun: { requires: 'hosting.read', input: ofRun, ids: { run_id: run }, ...hidden },
  chooseUpgradePlan: {
    requires: 'hosting.manage',
    input: ({ own }) => ({ run_id: own.hosting.runId, rid: plans.larger }),
    ids: { run_id: run },
    prepare: async (context, caller) => {
      const { call } = steps(context, caller);
      return { run_id: (await call(hosting.startUpgradeRun, { serviceid: monthlyServer })).run_id };
    },
    ...hidden,
  },
  orderUpgrade: {
    requires: 'hosting.manage',
    input: ({ own }) => ({ run_id: own.hosting.runId, version: 1 }),
    ids: { run_id: run },
    prepare: withPlan,
    ...hidden,
  },
  checkUpgradeRun: {
    requires: 'hosting.manage',
    input: ofRun,
    ids: { run_id: run },
    prepare: namingTheRun('applied'),
    ...hidden,
  },
  setUpgradeDefault: {
    requires: 'hosting.manage',
    input: ({ own }) => ({ run_id: own.hosting.runId, decision: 'revert' }),
    ids: { run_id: run },
    ...hidden,
  },
  setUpgradeWindow: {
    requires: 'hosting.manage',
    input: ({ own }) => ({ run_id: own.hosting.runId, from: '02:00', until: '04:00' }),
    ids: { run_id: run },
    prepare: namingTheRun('ordered'),
    ...hidden,
  },
  cancelUpgradeWindow: {
    requires: 'hosting.manage',
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
  markUpgradeRunSeen: { requires: 'hosting.manage', input: ofRun, ids: { run_id: run }, ...hidden },
  cancelUpgradeRun: { requires: 'hosting.manage', input: ofRun, ids: { run_id: run }, ...hidden },
  reportUpgradeFinding: {
    requires: 'hosting.manage',
    input: ({ own }) => ({ run_id: own.hosting.runId, version: 1, finding: 'confirmed', understood: true }),
    ids: { run_id: run },
    prepare: waitingLong,
    ...hidden,
  },
  closeUpgradeRun: {
    requires: 'hosting.manage',
    input: ({ own }) => ({ run_id: own.hosting.runId, understood: true }),
    ids: { run_id: run },
    prepare: namingTheRun('ordered'),
    ...hidden,
  },

  getCostHistory: { requires: 'hosting.read', input: nothing },
  getReconciliation: { requires: 'hosting.read', input: () => ({ month: '2026-01' }) },
  listInvoices: { requires: 'hosting.read', input: nothing },
  addInvoice: {
    requires: 'hosting.manage',
    target: (_, answer) => answer.invoice_id,
    input: () => ({ number: 'INV-2', issued_on: '2026-01-03', total: '9.99', serviceid: monthlyServer }),
    ids: { serviceid: namedServer },
    ...strangerSees('SERVER_NOT_FOUND'),
  },
  importInvoices: {
    requires: 'hosting.manage',
    target: ofTenantItself,
    input: () => ({ csv: 'number,issued_on,total\nINV-3,2026-01-04,4.99\n' }),
    ...notConnected,
  },
  getInvoice: {
    requires: 'hosting.read',
    input: ({ own }) => ({ invoice_id: own.hosting.invoiceId }),
    ids: { invoice_id: invoice },
    ...hidden,
  },
  removeInvoice: {
    requires: 'hosting.manage',
    target: ({ own }) => own.hosting.invoiceId,
    input: ({ own }) => ({ invoice_id: own.hosting.invoiceId }),
    ids: { invoice_id: invoice },
    ...hidden,
  },
};
