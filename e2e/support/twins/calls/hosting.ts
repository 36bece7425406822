import * as approvals from '#main/storage/store/hosting/approvals.ts';
import * as costs from '#main/storage/store/hosting/costs.ts';
import * as invoices from '#main/storage/store/hosting/hosting-invoices.ts';
import * as settings from '#main/storage/store/hosting/provider-settings.ts';
import * as turns from '#main/storage/store/hosting/provider-turns.ts';
import * as accounts from '#main/storage/store/hosting/sandbox-accounts.ts';
import * as servers from '#main/storage/store/hosting/servers.ts';
import * as addresses from '#main/storage/store/hosting/smtp-ip-addresses.ts';
import * as queues from '#main/storage/store/hosting/upgrade-queues.ts';
import * as runs from '#main/storage/store/hosting/upgrade-runs.ts';
import type { Parts } from '../world.ts';
import { callsTo, page, row, type StoreCall } from './shape.ts';

/** How the test of twins calls `main/storage/store/hosting`. */
export const hostingCalls = (parts: Parts): StoreCall[] => {
  const { tenantId, now, server, address, run, approval, queue, invoice, month } = parts;
  const scope = { tenantId, mode: 'sandbox' } as const;
  const cost = { tenant_id: tenantId, mode: 'sandbox', subject: 'server', subject_id: server.service_id } as const;
  return [
    ...callsTo('hosting/approvals', approvals, {
      findApprovalOf: [scope, row(approval)],
      findApproval: [scope, approval.id],
      listApprovalsSince: [scope, 0, page],
      countApprovalsSince: [scope, 0],
      replaceApproval: [row({ ...approval, amount: 1 })],
      recordApproval: [row(approval), { approved_by: null, approved_at: null }],
      deleteApprovalOf: [scope, row(approval)],
      takeBackApprovalsBy: [parts.owner.id],
    }),
    ...callsTo('hosting/costs', costs, {
      recordCost: [row({ ...cost, at: now, approximate_cost: 1 })],
      costChangesBefore: [scope, now],
      firstCostAt: [scope],
      listCostMonths: [scope],
      findCostMonth: [scope, month.month],
      listCostLines: [scope, month.month],
      saveCostMonth: [row({ ...month, estimated: 1 }), []],
    }),
    ...callsTo('hosting/hosting-invoices', invoices, {
      findInvoice: [scope, invoice.id],
      listInvoices: [scope, undefined, page],
      countInvoices: [scope],
      invoicesIssued: [scope, '2000-01-01', '2100-01-01'],
      deleteInvoice: [scope, invoice.id],
    }),
    ...callsTo('hosting/provider-settings', settings, {
      findProviderSettings: [tenantId],
      replaceProviderSettings: [row({ ...parts.settings, base_url: 'changed' }), parts.settings.version],
      recordSync: [scope, now + 1],
      recordCurrency: [scope, 'EUR'],
      deleteHostingData: [scope],
    }),
    ...callsTo('hosting/provider-turns', turns, { reserveProviderTurn: [tenantId, now, 1] }),
    ...callsTo('hosting/sandbox-accounts', accounts, {
      lockSandboxAccount: [tenantId],
      saveSandboxAccount: [tenantId, 'changed' as never],
      deleteSandboxAccount: [tenantId],
    }),
    ...callsTo('hosting/servers', servers, {
      findServer: [scope, server.service_id],
      findServers: [scope, [server.service_id]],
      listServers: [scope],
      pageOfServers: [scope, {}, { ...page, sort: 'number', order: 'asc' }],
      countServers: [scope],
      sumShownCosts: [scope, {}],
      sumTaggedCosts: [scope],
      listProducts: [scope],
      updateServer: [row(server), { status: 'GONE' }],
      sumServerCosts: [scope],
      countUnpricedServers: [scope],
    }),
    ...callsTo('hosting/smtp-ip-addresses', addresses, {
      findIpAddress: [scope, address.id],
      listIpAddresses: [scope, undefined, page],
      allIpAddresses: [scope],
      countIpAddresses: [scope],
      updateIpAddress: [row(address), { label: 'Changed' }],
      sumIpAddressCosts: [scope],
    }),
    ...callsTo('hosting/upgrade-queues', queues, {
      findQueue: [scope, queue.id],
      listQueues: [scope, page],
      countQueues: [scope],
      hasOpenQueue: [scope],
      changeQueue: [row(queue), { state: 'stopped' }],
    }),
    ...callsTo('hosting/upgrade-runs', runs, {
      findRun: [scope, run.id],
      findRuns: [scope, [run.id]],
      findOpenRun: [scope, run.service_id],
      listRuns: [scope, { show: 'all' }, page],
      countRuns: [scope, { show: 'all' }],
      hasOpenRun: [scope],
      listChangesWithoutOrder: [scope, 0],
      sumOrderedCosts: [scope],
      changeRun: [row(run), { problem: null }],
      recordPoll: [row(run), { checked_at: now + 1, problem: null, suspicion: null, suspected_at: null }],
      recordReminded: [row(run), '[]' as never],
      recordLateOrder: [row(run), { provider_order: '{}' as never, order_missing: 0 }],
      recordPaid: [row(run), 1],
      recordSeen: [row(run)],
    }),
  ];
};
