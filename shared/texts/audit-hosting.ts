import type { ActionSpec } from './audit-spec.ts';

const ofApproval = ['approval_id', 'kind', 'wanted?', 'amount'] as const;
const ofQueue = ['queue_id', 'runs', 'step?'] as const;
/** What each row about an upgrade run tells. */
const ofRun = ['run_id', 'kind', 'wanted?'] as const;
/** What each row about a move of a run tells. */
const ofMove = [...ofRun, 'event', 'from', 'to'] as const;

/** The actions of hosting that the audit log records. */
export const hostingActions = {
  paySandboxInvoice: { text: 'Paid a sandbox invoice', group: 'hosting', details: [...ofRun, 'invoice'] },
  cancelSandboxOrder: { text: 'Canceled a sandbox order', group: 'hosting', details: ofRun },
  syncServers: {
    text: 'Refreshed the servers',
    group: 'hosting',
    details: ['servers', 'added', 'gone', 'addresses?', 'addresses_unlisted?'],
  },
  updateServer: {
    text: 'Edited a server’s details',
    group: 'hosting',
    details: ['label', 'managed', 'approximate_cost', 'tags?'],
  },
  tagServers: { text: 'Tagged servers', group: 'hosting', details: ['servers', 'tags_added', 'tags_removed'] },
  addIpAddress: { text: 'Added an IP address', group: 'hosting', details: ['approximate_cost', 'serviceid'] },
  updateIpAddress: {
    text: 'Changed an IP address',
    group: 'hosting',
    details: ['label', 'approximate_cost', 'serviceid'],
  },
  removeIpAddress: { text: 'Removed an IP address', group: 'hosting' },
  startUpgradeRun: { text: 'Started an upgrade', group: 'hosting', details: [...ofRun, 'to'] },
  chooseUpgradePlan: { text: 'Chose an upgrade plan', group: 'hosting', details: ofMove },
  orderUpgrade: { text: 'Ordered an upgrade', group: 'hosting', details: ofMove },
  upgradeInstance: { text: 'Ordered an upgrade in one step', group: 'hosting', details: ofMove },
  checkUpgradeRun: { text: 'Checked an upgrade with the provider', group: 'hosting', details: ofRun },
  setUpgradeDefault: {
    text: 'Set the default decision of an upgrade',
    group: 'hosting',
    details: [...ofRun, 'decision'],
  },
  createUpgradeQueue: {
    text: 'Ordered, started or confirmed upgrades of several servers',
    group: 'hosting',
    details: ofQueue,
  },
  resumeUpgradeQueue: { text: 'Resumed upgrades of several servers', group: 'hosting', details: ofQueue },
  cancelUpgradeQueue: {
    text: 'Canceled the remaining upgrades of several servers',
    group: 'hosting',
    details: ofQueue,
  },
  requestApproval: { text: 'Asked another owner to agree to a change', group: 'hosting', details: ofApproval },
  approveChange: { text: 'Agreed to a change', group: 'hosting', details: ofApproval },
  removeApproval: { text: 'Ended a request for agreement', group: 'hosting', details: ofApproval },
  setUpgradeWindow: {
    text: 'Planned the start of an upgrade',
    group: 'hosting',
    details: [...ofRun, 'from', 'until', 'time_zone'],
  },
  planUpgradeStarts: {
    text: 'Planned the starts of several upgrades, or canceled them',
    group: 'hosting',
    details: ['runs', 'from?', 'until?'],
  },
  cancelUpgradeWindow: { text: 'Canceled the planned start of an upgrade', group: 'hosting', details: ofRun },
  markUpgradeRunSeen: { text: 'Dismissed an upgrade', group: 'hosting', details: ofRun },
  upgradeServer: { text: 'Applied an upgrade', group: 'hosting', details: ofMove },
  confirmUpgrade: { text: 'Confirmed an upgrade', group: 'hosting', details: ofMove },
  revertUpgrade: { text: 'Reverted an upgrade', group: 'hosting', details: ofMove },
  reportUpgradeFinding: { text: 'Reported the status of an upgrade', group: 'hosting', details: ofMove },
  cancelUpgradeRun: { text: 'Canceled an upgrade', group: 'hosting', details: ofMove },
  closeUpgradeRun: { text: 'Stopped tracking an upgrade', group: 'hosting', details: ofMove },
  changeBillingCycle: { text: 'Changed a server’s billing cycle', group: 'hosting', details: [...ofRun, 'to'] },
  upgradeToManaged: { text: 'Switched a server to managed', group: 'hosting', details: [...ofRun, 'to'] },
  downgradeToUnmanaged: { text: 'Switched a server to unmanaged', group: 'hosting', details: [...ofRun, 'to'] },
  setPower: { text: 'Turned a server on or off, or restarted it', group: 'hosting', details: [...ofRun, 'to'] },
  addInvoice: { text: 'Added an invoice', group: 'hosting', details: ['issued_on', 'total', 'serviceid'] },
  importInvoices: { text: 'Imported invoices', group: 'hosting', details: ['imported', 'known'] },
  removeInvoice: { text: 'Removed an invoice', group: 'hosting', details: ['issued_on', 'total'] },
  advanceUpgradeRun: {
    text: 'Upgrade status changed',
    group: 'hosting',
    details: [...ofRun, 'event?', 'from?', 'to?', 'step?'],
  },
  alertOfBudget: {
    text: 'Told the owners that hosting exceeds the budget',
    group: 'hosting',
    details: ['monthly_cost', 'monthly_budget', 'owners'],
  },
  remindOfUpgrade: {
    text: 'Reminded the owners about an upgrade',
    group: 'hosting',
    details: [...ofRun, 'reason', 'owners'],
  },
} as const satisfies Record<string, ActionSpec>;
