import { fromMinor } from '#shared/flows/money.ts';
import { addMonths, boundsOf, monthsBetween } from '#shared/flows/reconciliation.ts';
import { day, hour } from '#shared/rules/limits.ts';
import { auditActors } from '#shared/texts/audit.ts';
import { toIso } from '../../../platform/clock.ts';
import { saveCostMonth } from '../../../storage/store/hosting/costs.ts';
import { type InvoiceRow, insertInvoice, invoicesIssued } from '../../../storage/store/hosting/hosting-invoices.ts';
import { listServers } from '../../../storage/store/hosting/servers.ts';
import { listIpAddresses } from '../../../storage/store/hosting/smtp-ip-addresses.ts';
import { computeMonth, monthOf } from '../../hosting/costs/reconcile.ts';
import { invoiceTarget, providerTarget } from '../../hosting/targets.ts';
import { addAuditEvent, type SampleEvent, type SampleWriter, sandboxOf } from './sample-events.ts';
import type { Member } from './timeline.ts';

type NewInvoice = Pick<InvoiceRow, 'total' | 'billing_cycle' | 'service_id' | 'ip_id' | 'note'>;

/** Paid for a year in advance. The others are paid monthly. */
const yearlyServer = '12346';
const managedServer = '12347';
/** Extra traffic of the managed server, in cents, by month of the year. */
const surcharges = [0, 0, 150, 0, 0, 75, 0] as const;

const hasInvoice = async ({ tx, tenant }: SampleWriter, serviceId: string, month: string): Promise<boolean> => {
  const [first, next] = [`${addMonths(month, -11)}-01`, `${addMonths(month, 1)}-01`];
  const issued = await invoicesIssued(tx, sandboxOf(tenant.id), first, next);
  return issued.some(({ service_id, run_id }) => service_id === serviceId && run_id === null);
};

/** What the provider charges in a month for what the account has by then. */
const chargesOf = async (writer: SampleWriter, month: string): Promise<NewInvoice[]> => {
  const { tx, tenant } = writer;
  const scope = sandboxOf(tenant.id);
  const place = Number(month.slice(5));
  const charges: NewInvoice[] = [];
  const add = (total: number, change: Partial<NewInvoice>): void => {
    charges.push({ total, billing_cycle: 'monthly', service_id: null, ip_id: null, note: '', ...change });
  };
  for (const { service_id, approximate_cost, gone_at } of await listServers(tx, scope)) {
    if (gone_at !== null) continue;
    if (service_id === yearlyServer) {
      if (await hasInvoice(writer, service_id, month)) continue;
      add(12 * approximate_cost, { service_id, billing_cycle: 'annually' });
    } else {
      const extra = service_id === managedServer ? (surcharges[place % surcharges.length] ?? 0) : 0;
      add(approximate_cost + extra, { service_id, note: extra > 0 ? 'Extra traffic' : '' });
    }
  }
  const { rows: addresses } = await listIpAddresses(tx, scope, undefined, { limit: 10, offset: 0 });
  for (const { id, approximate_cost } of addresses) {
    add(approximate_cost, { ip_id: id });
  }
  if (place % 4 === 0) add(1_200, { billing_cycle: 'annually', note: 'Domain name' });
  return charges;
};

const addInvoices = async (writer: SampleWriter, owner: Pick<Member, 'id' | 'name'>): Promise<void> => {
  const { context, tx, tenant } = writer;
  const now = context.clock.now();
  const issued = toIso(now).slice(0, 10);
  const month = issued.slice(0, 7);
  for (const [index, invoice] of (await chargesOf(writer, month)).entries()) {
    const row: InvoiceRow = {
      ...invoice,
      id: context.ids.id('bill'),
      tenant_id: tenant.id,
      mode: 'sandbox',
      number: `INV-${month.replace('-', '')}-${index + 1}`,
      issued_on: issued,
      run_id: null,
      origin: 'entered',
      created_at: now,
    };
    if (!(await insertInvoice(tx, row))) continue;
    await addAuditEvent(writer, {
      actor: owner,
      action: 'addInvoice',
      target: invoiceTarget(row),
      details: { issued_on: issued, total: fromMinor(row.total), serviceid: row.service_id },
      from: 0,
    });
  }
};

/** Reconciles a month that has just ended, as the job would have. */
const reconcile = async (writer: SampleWriter, month: string): Promise<void> => {
  const { context, tx, tenant } = writer;
  const summary = await computeMonth(tx, sandboxOf(tenant.id), month, context.clock.now());
  await saveCostMonth(tx, summary.month, summary.lines);
  const { estimated, invoiced } = summary.month;
  await addAuditEvent(writer, {
    actor: auditActors.system,
    action: 'reconcileCosts',
    target: providerTarget(tenant.id, 'sandbox'),
    details: { month, estimated_cents: estimated, invoiced_cents: invoiced },
  });
};

/** Months from that of one instant to that of another. */
const monthsFrom = (after: number, until: number): string[] => {
  const first = monthOf(after);
  return Array.from({ length: monthsBetween(first, monthOf(until)) + 1 }, (_, index) => addMonths(first, index));
};

/** The invoices of each month that begins between two instants, on its second day. */
export const invoiceEvents = (owner: Pick<Member, 'id' | 'name'>, after: number, until: number): SampleEvent[] =>
  monthsFrom(after, until)
    .map((month): SampleEvent => {
      const at = boundsOf(month).from + day + 9 * hour;
      return { at, write: (writer) => addInvoices(writer, owner) };
    })
    .filter(({ at }) => at > after && at <= until);

/** Each past month that the history knows is reconciled once it's over. */
export const reconciliationEvents = (after: number, until: number): SampleEvent[] =>
  monthsFrom(after, until)
    .map((month): SampleEvent => ({ at: boundsOf(month).to + 4 * hour, write: (writer) => reconcile(writer, month) }))
    .filter(({ at }) => at <= until);
