import type { Sizes } from '#shared/flows/hosting.ts';
import { hour, minute } from '#shared/rules/limits.ts';
import { toIso } from '../../../platform/clock.ts';
import { insertInvoice } from '../../../storage/store/hosting/hosting-invoices.ts';
import { findServer } from '../../../storage/store/hosting/servers.ts';
import { insertRun, type RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { planShape, type StoredPlan, sizesShape } from '../../../storage/store/stored-shapes.ts';
import { newRun } from '../../hosting/runs/begin-run.ts';
import { type AuditedRunAction, type OwnDetails, recordRun } from '../../hosting/runs/record-run.ts';
import { sampleAddress, sampleDevices } from './people.ts';
import { type SampleEvent, type SampleWriter, sandboxOf } from './sample-events.ts';
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
  now_terms: { difference: '85.21', days_left: 270, days: 365, added: null, is_set: false },
  reboot: 'likely',
};

/** What was done, and what its row tells besides the run. */
type RunEntry = { [Action in AuditedRunAction]: readonly [Action, OwnDetails<Action>] }[AuditedRunAction];

/** A run that has ended, as its operations would have left it. */
interface EndedRun {
  serviceId: string;
  daysAgo: number;
  minutes: number;
  row: (startedAt: number) => Pick<RunRow, 'kind' | 'state'> & Partial<RunRow>;
  entries: readonly RunEntry[];
  /** What the provider charged for it, in cents. */
  invoice?: number;
}

const endedRuns: readonly EndedRun[] = [
  {
    serviceId: '12347',
    daysAgo: 97,
    minutes: 2,
    row: () => ({ kind: 'service_level', state: 'changed', wanted: 'managed', cost_before: 2_040, cost_after: 3_060 }),
    entries: [['upgradeToManaged', { to: 'changing' }]],
  },
  {
    serviceId: '12345',
    daysAgo: 66,
    minutes: 14,
    row: () => ({ kind: 'upgrade', state: 'cancelled' }),
    entries: [
      ['startUpgradeRun', { to: 'choosing' }],
      ['cancelUpgradeRun', { event: 'cancelled', from: 'choosing', to: 'cancelled' }],
    ],
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
    entries: [
      ['startUpgradeRun', { to: 'choosing' }],
      ['chooseUpgradePlan', { event: 'plan_chosen', from: 'choosing', to: 'choosing' }],
      ['orderUpgrade', { event: 'order_intended', from: 'choosing', to: 'ordering' }],
      ['upgradeServer', { event: 'apply_intended', from: 'awaiting_payment', to: 'applying' }],
      ['confirmUpgrade', { event: 'confirm_intended', from: 'resized', to: 'confirming' }],
    ],
    invoice: 6_305,
  },
];

const addRun = async (writer: SampleWriter, timeline: Timeline, run: EndedRun): Promise<void> => {
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
  const actor = { id: timeline.owner.id, name: timeline.owner.name, tenantId: tenant.id };
  const client = { ip: sampleAddress(0), namedDevice: sampleDevices[0] };
  for (const [action, own] of run.entries) await recordRun(context, tx, row, { action, actor, client }, own);
};

/** Upgrades and other changes of servers that have ended. */
export const upgradeEvents = (timeline: Timeline): SampleEvent[] =>
  endedRuns.map((run) => ({
    at: ago(timeline, run.daysAgo) + run.minutes * minute,
    write: (writer) => addRun(writer, timeline, run),
  }));
