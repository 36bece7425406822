import type { OperationSpec } from '../operation.ts';
import { addInvoice } from './add-invoice.ts';
import { addIpAddress } from './add-ip-address.ts';
import { approveChange } from './approve-change.ts';
import { cancelSandboxOrder } from './cancel-sandbox-order.ts';
import { cancelUpgradeQueue } from './cancel-upgrade-queue.ts';
import { cancelUpgradeRun } from './cancel-upgrade-run.ts';
import { cancelUpgradeWindow } from './cancel-upgrade-window.ts';
import { changeBillingCycle } from './change-billing-cycle.ts';
import { checkUpgradeOrder } from './check-upgrade-order.ts';
import { checkUpgradeReboot } from './check-upgrade-reboot.ts';
import { checkUpgradeRun } from './check-upgrade-run.ts';
import { chooseUpgradePlan } from './choose-upgrade-plan.ts';
import { closeUpgradeRun } from './close-upgrade-run.ts';
import { confirmUpgrade } from './confirm-upgrade.ts';
import { createUpgradeQueue } from './create-upgrade-queue.ts';
import { downgradeToUnmanaged } from './downgrade-to-unmanaged.ts';
import { getApproval } from './get-approval.ts';
import { getBillingcyclePrices } from './get-billingcycle-prices.ts';
import { getCostHistory } from './get-cost-history.ts';
import { getInvoice } from './get-invoice.ts';
import { getIpAddress } from './get-ip-address.ts';
import { getPriceList } from './get-price-list.ts';
import { getProviderSettings } from './get-provider-settings.ts';
import { getReconciliation } from './get-reconciliation.ts';
import { getServer } from './get-server.ts';
import { getUpgradeQueue } from './get-upgrade-queue.ts';
import { getUpgradeRun } from './get-upgrade-run.ts';
import { importInvoices } from './import-invoices.ts';
import { listApprovals } from './list-approvals.ts';
import { listInvoices } from './list-invoices.ts';
import { listIpAddresses } from './list-ip-addresses.ts';
import { listServers } from './list-servers.ts';
import { listUpgradeQueues } from './list-upgrade-queues.ts';
import { listUpgradeRuns } from './list-upgrade-runs.ts';
import { markUpgradeRunSeen } from './mark-upgrade-run-seen.ts';
import { orderUpgrade } from './order-upgrade.ts';
import { paySandboxInvoice } from './pay-sandbox-invoice.ts';
import { planUpgradeStarts } from './plan-upgrade-starts.ts';
import { previewUpgradeQueue } from './preview-upgrade-queue.ts';
import { removeApproval } from './remove-approval.ts';
import { removeInvoice } from './remove-invoice.ts';
import { removeIpAddress } from './remove-ip-address.ts';
import { reportUpgradeFinding } from './report-upgrade-finding.ts';
import { requestApproval } from './request-approval.ts';
import { resetSandbox } from './reset-sandbox.ts';
import { resumeUpgradeQueue } from './resume-upgrade-queue.ts';
import { revertUpgrade } from './revert-upgrade.ts';
import { setPower } from './set-power.ts';
import { setUpgradeDefault } from './set-upgrade-default.ts';
import { setUpgradeWindow } from './set-upgrade-window.ts';
import { startUpgradeRun } from './start-upgrade-run.ts';
import { syncServers } from './sync-servers.ts';
import { tagServers } from './tag-servers.ts';
import { testProviderConnection } from './test-provider-connection.ts';
import { updateIpAddress } from './update-ip-address.ts';
import { updateProviderSettings } from './update-provider-settings.ts';
import { updateServer } from './update-server.ts';
import { upgradeInstance } from './upgrade-instance.ts';
import { upgradeServer } from './upgrade-server.ts';
import { upgradeToManaged } from './upgrade-to-managed.ts';

/** The operations of hosting. */
export const hosting = {
  addInvoice,
  addIpAddress,
  approveChange,
  cancelSandboxOrder,
  cancelUpgradeQueue,
  cancelUpgradeRun,
  cancelUpgradeWindow,
  changeBillingCycle,
  checkUpgradeOrder,
  checkUpgradeReboot,
  checkUpgradeRun,
  chooseUpgradePlan,
  closeUpgradeRun,
  confirmUpgrade,
  createUpgradeQueue,
  downgradeToUnmanaged,
  getBillingcyclePrices,
  getCostHistory,
  getPriceList,
  getProviderSettings,
  getReconciliation,
  getApproval,
  getInvoice,
  getIpAddress,
  getUpgradeQueue,
  getServer,
  getUpgradeRun,
  importInvoices,
  listApprovals,
  listInvoices,
  listIpAddresses,
  listServers,
  listUpgradeQueues,
  listUpgradeRuns,
  markUpgradeRunSeen,
  orderUpgrade,
  paySandboxInvoice,
  planUpgradeStarts,
  previewUpgradeQueue,
  removeApproval,
  removeInvoice,
  removeIpAddress,
  reportUpgradeFinding,
  requestApproval,
  resetSandbox,
  resumeUpgradeQueue,
  revertUpgrade,
  setPower,
  setUpgradeDefault,
  setUpgradeWindow,
  startUpgradeRun,
  syncServers,
  tagServers,
  testProviderConnection,
  updateIpAddress,
  updateProviderSettings,
  updateServer,
  upgradeInstance,
  upgradeServer,
  upgradeToManaged,
} as const satisfies Record<string, OperationSpec>;
