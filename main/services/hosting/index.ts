import type { Handlers } from '../handler.ts';
import { approveChange } from './approvals/approve-change.ts';
import { getApproval } from './approvals/get-approval.ts';
import { listApprovals } from './approvals/list-approvals.ts';
import { removeApproval } from './approvals/remove-approval.ts';
import { requestApproval } from './approvals/request-approval.ts';
import { addInvoice } from './costs/add-invoice.ts';
import { getCostHistory } from './costs/get-cost-history.ts';
import { getInvoice } from './costs/get-invoice.ts';
import { getReconciliation } from './costs/get-reconciliation.ts';
import { importInvoices } from './costs/import-invoices.ts';
import { listInvoices } from './costs/list-invoices.ts';
import { removeInvoice } from './costs/remove-invoice.ts';
import { cancelUpgradeQueue } from './queues/cancel-upgrade-queue.ts';
import { createUpgradeQueue } from './queues/create-upgrade-queue.ts';
import { getUpgradeQueue } from './queues/get-upgrade-queue.ts';
import { listUpgradeQueues } from './queues/list-upgrade-queues.ts';
import { planUpgradeStarts } from './queues/plan-upgrade-starts.ts';
import { previewUpgradeQueue } from './queues/preview-upgrade-queue.ts';
import { resumeUpgradeQueue } from './queues/resume-upgrade-queue.ts';
import { cancelSandboxOrder } from './runs/cancel-sandbox-order.ts';
import { cancelUpgradeRun } from './runs/cancel-upgrade-run.ts';
import { cancelUpgradeWindow } from './runs/cancel-upgrade-window.ts';
import { changeBillingCycle } from './runs/change-billing-cycle.ts';
import { checkUpgradeOrder } from './runs/check-upgrade-order.ts';
import { checkUpgradeReboot } from './runs/check-upgrade-reboot.ts';
import { checkUpgradeRun } from './runs/check-upgrade-run.ts';
import { chooseUpgradePlan } from './runs/choose-upgrade-plan.ts';
import { closeUpgradeRun } from './runs/close-upgrade-run.ts';
import { confirmUpgrade } from './runs/confirm-upgrade.ts';
import { downgradeToUnmanaged } from './runs/downgrade-to-unmanaged.ts';
import { getUpgradeRun } from './runs/get-upgrade-run.ts';
import { listUpgradeRuns } from './runs/list-upgrade-runs.ts';
import { markUpgradeRunSeen } from './runs/mark-upgrade-run-seen.ts';
import { orderUpgrade } from './runs/order-upgrade.ts';
import { paySandboxInvoice } from './runs/pay-sandbox-invoice.ts';
import { reportUpgradeFinding } from './runs/report-upgrade-finding.ts';
import { revertUpgrade } from './runs/revert-upgrade.ts';
import { setPower } from './runs/set-power.ts';
import { setUpgradeDefault } from './runs/set-upgrade-default.ts';
import { setUpgradeWindow } from './runs/set-upgrade-window.ts';
import { startUpgradeRun } from './runs/start-upgrade-run.ts';
import { upgradeInstance } from './runs/upgrade-instance.ts';
import { upgradeServer } from './runs/upgrade-server.ts';
import { upgradeToManaged } from './runs/upgrade-to-managed.ts';
import { addIpAddress } from './servers/add-ip-address.ts';
import { getBillingcyclePrices } from './servers/get-billingcycle-prices.ts';
import { getIpAddress } from './servers/get-ip-address.ts';
import { getPriceList } from './servers/get-price-list.ts';
import { getServer } from './servers/get-server.ts';
import { listIpAddresses } from './servers/list-ip-addresses.ts';
import { listServers } from './servers/list-servers.ts';
import { removeIpAddress } from './servers/remove-ip-address.ts';
import { syncServers } from './servers/sync-servers.ts';
import { tagServers } from './servers/tag-servers.ts';
import { updateIpAddress } from './servers/update-ip-address.ts';
import { updateServer } from './servers/update-server.ts';
import { getProviderSettings } from './settings/get-provider-settings.ts';
import { resetSandbox } from './settings/reset-sandbox.ts';
import { testProviderConnection } from './settings/test-provider-connection.ts';
import { updateProviderSettings } from './settings/update-provider-settings.ts';

/** The handlers of hosting, each under the name of its operation. */
export const hosting: Handlers['hosting'] = {
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
};
