import type { CostSubject } from '#shared/flows/hosting.ts';
import {
  addMonths,
  boundsOf,
  type CostChange,
  causeOf,
  estimateOf,
  longestCycle,
  shareOfInvoice,
} from '#shared/flows/reconciliation.ts';
import { toIso } from '../../../platform/clock.ts';
import type { Queries, WriteTransaction } from '../../../storage/database/schema.ts';
import {
  type CostLineRow,
  type CostMonthRow,
  costChangesBefore,
  findCostMonth,
  firstCostAt,
  listCostMonths,
  saveCostMonth,
} from '../../../storage/store/hosting/costs.ts';
import { type InvoiceRow, invoicesIssued } from '../../../storage/store/hosting/hosting-invoices.ts';
import type { HostingScope } from '../../../storage/store/hosting/provider-settings.ts';
import { listServers } from '../../../storage/store/hosting/servers.ts';
import { allIpAddresses } from '../../../storage/store/hosting/smtp-ip-addresses.ts';
import type { AppContext, SystemContext } from '../../context.ts';
import { recordEvent, systemActor } from '../../recording/record-event.ts';
import { labelOf } from '../servers/servers.ts';
import { providerTarget } from '../targets.ts';

export const monthOf = (instant: number): string => toIso(instant).slice(0, 7);

/** A month's totals with their lines. */
export interface MonthSummary {
  month: CostMonthRow;
  lines: CostLineRow[];
}

type Key = `${CostSubject} ${string}`;
const keyOf = (subject: CostSubject, id: string): Key => `${subject} ${id}`;

/** An invoice counts toward its IP address, else its server, else neither. */
const keyOfInvoice = ({ ip_id, service_id }: InvoiceRow): Key =>
  ip_id !== null ? keyOf('ip_address', ip_id) : service_id !== null ? keyOf('server', service_id) : keyOf('other', '');

const labelsOf = async (db: Queries, scope: HostingScope): Promise<Map<Key, string>> => {
  const servers = await listServers(db, scope);
  const addresses = await allIpAddresses(db, scope);
  return new Map([
    ...servers.map((server): [Key, string] => [keyOf('server', server.service_id), labelOf(server)]),
    ...addresses.map(({ id, address }): [Key, string] => [keyOf('ip_address', id), address]),
  ]);
};

/** Lines of a reconciled month under the present names: a server may have been renamed since. What is gone keeps its own. */
export const withCurrentNames = async (
  db: Queries,
  scope: HostingScope,
  lines: readonly CostLineRow[],
): Promise<CostLineRow[]> => {
  const labels = await labelsOf(db, scope);
  return lines.map((line) => ({ ...line, label: labels.get(keyOf(line.subject, line.subject_id)) ?? line.label }));
};

/** Computes a month from stored rows: the estimate and the invoiced amount of each server and address. */
export const computeMonth = async (
  db: Queries,
  scope: HostingScope,
  month: string,
  now: number,
): Promise<MonthSummary> => {
  const { to } = boundsOf(month);
  const changes = Map.groupBy(await costChangesBefore(db, scope, to), ({ subject, subject_id }) =>
    keyOf(subject, subject_id),
  );
  const earliest = `${addMonths(month, 1 - longestCycle)}-01`;
  const issued = await invoicesIssued(db, scope, earliest, `${addMonths(month, 1)}-01`);
  const invoices = Map.groupBy(
    issued.filter((invoice) => shareOfInvoice(invoice, month) !== 0),
    keyOfInvoice,
  );
  const labels = await labelsOf(db, scope);
  const lines = [...new Set([...changes.keys(), ...invoices.keys()])].flatMap((key): CostLineRow[] => {
    const [subject, subject_id = ''] = key.split(' ') as [CostSubject, string];
    const known = (changes.get(key) ?? []).map(
      ({ at, approximate_cost }): CostChange => ({ at, minor: approximate_cost }),
    );
    const own = invoices.get(key) ?? [];
    const estimated = estimateOf(known, month);
    const invoiced = own.reduce((sum, invoice) => sum + shareOfInvoice(invoice, month), 0);
    if (estimated === 0 && own.length === 0) return [];
    const cause = causeOf(subject, { estimated, invoiced, hasInvoice: own.length > 0 }, known, month);
    const label = labels.get(key) ?? subject_id;
    return [
      { tenant_id: scope.tenantId, mode: scope.mode, month, subject, subject_id, label, estimated, invoiced, cause },
    ];
  });
  const sum = (pick: (line: CostLineRow) => number): number => lines.reduce((total, line) => total + pick(line), 0);
  return {
    month: {
      tenant_id: scope.tenantId,
      mode: scope.mode,
      month,
      estimated: sum(({ estimated }) => estimated),
      invoiced: sum(({ invoiced }) => invoiced),
      reconciled_at: now,
    },
    lines,
  };
};

/** Past months with any known data, oldest first. */
const closedMonths = async (db: Queries, scope: HostingScope, now: number): Promise<string[]> => {
  const first = await firstCostAt(db, scope);
  const months: string[] = [];
  if (first === undefined) return months;
  for (let month = monthOf(first); month < monthOf(now); month = addMonths(month, 1)) months.push(month);
  return months;
};

/**
 * Reconciles every past month that is still open. Works from stored timestamps, so downtime does not matter. Each
 * month writes one audit event.
 */
export const reconcileClosedMonths = async (context: SystemContext, scope: HostingScope): Promise<string[]> => {
  const { db, clock } = context;
  const done = new Set((await listCostMonths(db.read, scope)).map(({ month }) => month));
  const due = (await closedMonths(db.read, scope, clock.now())).filter((month) => !done.has(month));
  for (const month of due) {
    await db.transaction({ tenant: scope.tenantId }, async (tx) => {
      if (await findCostMonth(tx, scope, month)) return;
      const summary = await computeMonth(tx, scope, month, clock.now());
      await saveCostMonth(tx, summary.month, summary.lines);
      const { estimated, invoiced } = summary.month;
      await recordEvent(context, tx, {
        action: 'reconcileCosts',
        actor: systemActor(scope.tenantId),
        target: providerTarget(scope.tenantId, scope.mode),
        details: { month, estimated_cents: estimated, invoiced_cents: invoiced },
      });
    });
  }
  return due;
};

/** Recomputes reconciled months after an invoice was added or removed, in the same transaction. */
export const reconcileAgain = async (
  { clock }: Pick<AppContext, 'clock'>,
  tx: WriteTransaction,
  scope: HostingScope,
  invoices: readonly Pick<InvoiceRow, 'issued_on' | 'total' | 'billing_cycle'>[],
): Promise<void> => {
  for (const { month } of await listCostMonths(tx, scope)) {
    if (!invoices.some((invoice) => shareOfInvoice(invoice, month) !== 0)) continue;
    const summary = await computeMonth(tx, scope, month, clock.now());
    await saveCostMonth(tx, summary.month, summary.lines);
  }
};
