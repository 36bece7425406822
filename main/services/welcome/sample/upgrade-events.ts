import type { Sizes } from '#shared/flows/hosting.ts';
import { hour, minute } from '#shared/rules/limits.ts';
import type { AuditAction } from '#shared/texts/audit.ts';
import { toIso } from '../../../platform/clock.ts';
import { insertInvoice } from '../../../storage/store/hosting/hosting-invoices.ts';
import { findServer } from '../../../storage/store/hosting/servers.ts';
import { insertRun, type RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { planShape, type StoredPlan, sizesShape } from '../../../storage/store/stored-shapes.ts';
import { newRun } from '../../hosting/runs/begin-run.ts';
import { serverTarget } from '../../hosting/servers/servers.ts';
import { addAuditEvent, type SampleEvent, type SampleWriter, sandboxOf } from './sample-events.ts';
import { ago, type Timeline } from './timeline.ts';

const smaller: Sizes = { cpu: 2, ram_mb: 4_096, disk_gb: 75, bandwidth_gb: 2_048 };
const larger: Sizes = { cpu: 2, ram_mb: 6_144, disk_gb: 100, bandwidth_gb: 2_048 };

/** The upgrade to what `mail-2` is now. */
const plan: StoredPlan = {
  rid: 103,
  name: '2 CPU / 6 GB / 100 GB SSD',
  sizes: larger,
  billingcycle: 'annually',
  price: '313.09',
  current_price: '227.88',
  monthly: '26.09',
  delta_monthly: '7.10',
  delta_yearly: '85.20',
  now_estimate: '63.05',
  reboot: 'likely',
};

/** A run that has ended, as its operations would have left it. */
interface EndedRun {
  serviceId: string;
  daysAgo: number;
  minutes: number;
  row: (startedAt: number) => Pick<RunRow, 'kind' | 'state'> & Partial<RunRow>;
  actions: readonly AuditAction[];
  /** What the provider charged for it, in cents. */
  invoice?: number;
}

const endedRuns: readonly EndedRun[] = [
  {
    serviceId: '12347',
    daysAgo: 97,
    minutes: 2,
    row: () => ({ kind: 'service_level', state: 'changed', wanted: 'managed', cost_before: 2_040, cost_after: 3_060 }),
    actions: ['upgradeToManaged'],
  },
  {
    serviceId: '12345',
    daysAgo: 66,
    minutes: 14,
    row: () => ({ kind: 'upgrade', state: 'cancelled' }),
    actions: ['startUpgradeRun', 'cancelUpgradeRun'],
  },
  {
    serviceId: '12346',
    daysAgo: 41,
    minutes: 95,
    row: (startedAt) => ({
      kind: 'upgrade',
      state: 'confirmed',
      before_sizes: sizesShape.write(smaller),
      plan: planShape.write(plan),
      applied_at: startedAt + hour,
      cost_before: 1_899,
      cost_after: 2_609,
      agreed_total: 6_305,
    }),
    actions: ['startUpgradeRun', 'chooseUpgradePlan', 'orderUpgrade', 'upgradeServer', 'confirmUpgrade'],
    invoice: 6_305,
  },
];

const recordRun = async (writer: SampleWriter, timeline: Timeline, run: EndedRun): Promise<void> => {
  const { context, tx, tenant } = writer;
  const server = await findServer(tx, sandboxOf(tenant.id), run.serviceId);
  if (!server) throw new Error(`The sample has no server ${run.serviceId}`);
  const end = context.clock.now();
  const started = end - run.minutes * minute;
  const row: RunRow = {
    ...newRun(context, server, { actor: timeline.owner }, run.row(started)),
    started_at: started,
    changed_at: end,
    checked_at: end,
    ended_at: end,
  };
  await insertRun(tx, row);
  if (run.invoice !== undefined) {
    await insertInvoice(tx, {
      id: context.ids.id('bill'),
      tenant_id: tenant.id,
      mode: 'sandbox',
      number: `INV-${run.serviceId}-1`,
      issued_on: toIso(started).slice(0, 10),
      total: run.invoice,
      billing_cycle: 'annually',
      service_id: run.serviceId,
      ip_id: null,
      note: '',
      run_id: row.id,
      origin: 'entered',
      created_at: end,
    });
  }
  for (const action of run.actions)
    await addAuditEvent(writer, { actor: timeline.owner, action, target: serverTarget(server), from: 0 });
};

/** Upgrades and other changes of servers that have ended. */
export const upgradeEvents = (timeline: Timeline): SampleEvent[] =>
  endedRuns.map((run) => ({
    at: ago(timeline, run.daysAgo) + run.minutes * minute,
    write: (writer) => recordRun(writer, timeline, run),
  }));
