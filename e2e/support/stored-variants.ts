import type { SelectType } from 'kysely';
import { kindValues } from '#main/mail/kind-values.ts';
import type { MailParams, MailValue } from '#main/mail/mail-params.ts';
import { noticeSpec } from '#main/mail/notice-kinds.ts';
import type { StoredJson, StoredShape } from '#main/platform/stored-shape.ts';
import { sandboxShape } from '#main/provider/emulator/state.ts';
import type { Schema } from '#main/storage/database/schema.ts';
import {
  type ApplyWindow,
  applyWindowShape,
  changeProgressShape,
  detailsShape,
  emailDomainsShape,
  erasuresShape,
  mailParamsShape,
  orderShape,
  pathRulesShape,
  planShape,
  preferencesShape,
  problemShape,
  type QueueProblem,
  queueItemsShape,
  queueProblemShape,
  remindedShape,
  type StoredOrder,
  type StoredPlan,
  scopesShape,
  sizesShape,
  transportsShape,
  unreadableServersShape,
} from '#main/storage/store/stored-shapes.ts';
import { type MailKind, mailKinds } from '#shared/contract/mail/resources.ts';
import { defaultPreferences, fittingPreferences } from '#shared/contract/preferences.ts';
import { billingCycles, type Sizes } from '#shared/flows/hosting.ts';
import { changeSteps } from '#shared/flows/immediate-change.ts';
import { providerErrorReasonNames } from '#shared/flows/provider-errors.ts';
import { pollProblems } from '#shared/flows/upgrade-flow.ts';
import { reminderReasons } from '#shared/flows/upgrade-reminders.ts';
import { pathAccesses } from '#shared/rules/applications.ts';
import { keyScopes } from '#shared/rules/permissions.ts';
import { sandboxStates } from './sandbox-states.ts';
import { storedText } from './stored-text.ts';

type NameOf<Value> = Value extends StoredJson<infer Name> ? Name : never;
type NamesIn<Table> = { [Column in keyof Table]: NameOf<SelectType<Table[Column]>> }[keyof Table];
/** The shapes of all columns that hold JSON. */
type StoredName = { [Table in keyof Schema]: NamesIn<Schema[Table]> }[keyof Schema];

/** Values of one shape, each under a name that says what is special about it. */
interface Variants<Name extends string = string> {
  readonly name: Name;
  /** What is stored for each, as parsed JSON. */
  written(): Record<string, unknown>;
  /** @throws StoredValueError */
  read(stored: unknown): unknown;
}

const of = <Name extends string, Value>(
  shape: StoredShape<Name, Value>,
  values: Readonly<Record<string, Value>>,
  seen: (value: Value) => unknown = (value) => value,
): Variants<Name> => ({
  name: shape.name,
  written: () =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.parse(shape.write(value))])),
  read: (stored) => seen(shape.read(storedText(JSON.stringify(stored)), 'the row')),
});

/** A variant for each word that a field may have. */
const each = <Word extends string, Value>(words: readonly Word[], value: (word: Word) => Value) =>
  Object.fromEntries(words.map((word) => [word, value(word)])) as Record<Word, Value>;

const at = '2026-11-26T08:00:00.000Z';
const sizes: Sizes = { cpu: 2, ram_mb: 6_144, disk_gb: 100, bandwidth_gb: 2_048 };
const unknownSizes: Sizes = { cpu: null, ram_mb: null, disk_gb: null, bandwidth_gb: null };

const plan: StoredPlan = {
  rid: 103,
  name: '2 CPU / 6 GB / 100 GB SSD',
  sizes,
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

const order: StoredOrder = {
  id: 550,
  orderid: 551,
  invoiceid: 552,
  duedate: '2026-12-03',
  total: '63.05',
  currency: 'USD',
};

const applyWindow: ApplyWindow = {
  from: '22:00',
  until: '02:00',
  time_zone: 'Europe/Berlin',
  tried_at: null,
  told: [],
};

const progress = { from: 22, after: '17', sent: null, changed: false, tries: 0, refused: null, task: null };

const queueProblem: QueueProblem = {
  run_id: 'run_1',
  code: 'STATE_CONFLICT',
  reason: 'over_budget',
  params: { total: '120.00', budget: '100.00', max: 3 },
  message: 'The budget would be exceeded',
  at,
};

/** What emails mention. */
const mailValues = {
  name: 'Ada',
  tenant_name: 'Example',
  inviter_name: 'Ada',
  actor_name: 'Grace',
  kind: 'client_secret',
  key_name: 'Report',
  passkey_name: 'Laptop',
  owner_name: 'Linus',
  member_name: 'Mira',
  member_email: 'mira@example.org',
  workspace_name: 'Website',
  group_name: 'Support',
  custom_role: 'Auditor',
  workspaces: '3',
  account_name: 'Deployment',
  device: 'Firefox on Linux',
  server: 'mail-1',
  destination: 'Deployments',
  host: 'hooks.example.com',
  service_id: '12345',
  role: 'member',
  policies: 'default_role, invitation_days',
  by: 'member',
  at,
  scopes: 'team.read',
  ends: at,
  due: '2026-12-03',
  deadline: '2026-12-03T10:00:00.000Z',
  reason: 'window_unpaid',
  days: '7',
  new_email: 'ada@example.org',
  owner_email: 'linus@example.org',
  inviter_email: 'ada@example.org',
  ip_address: '203.0.113.9',
  site: 'console.example.com',
  prefix: 'cst_abc',
  window: '22:00–02:00',
  change: 'upgrade',
  amount: '120.00 USD',
  budget: '75.67 USD',
  time_zone: 'Europe/Berlin',
  language: 'en',
} satisfies Partial<Record<MailValue, string>>;
const ofNotices = ['name', 'by', 'actor_name', 'at', 'time_zone', 'device', 'ip_address'] as const;

export const mailVariant = (kind: MailKind): MailParams => {
  const mentioned = ['language', ...kindValues[kind], ...(noticeSpec(kind) ? ofNotices : [])] as const;
  return Object.fromEntries(mentioned.map((value) => [value, mailValues[value]]));
};

/** Every shape of the database, in every variant that is read differently. */
export const storedVariants: { readonly [Name in StoredName]: Variants<Name> } = {
  'users.preferences': of(
    preferencesShape,
    {
      defaults: defaultPreferences,
      other: {
        timezone: 'Europe/Berlin',
        date_format: 'DD.MM.YYYY',
        time_format: '12h',
        language: 'de',
        email_notifications: false,
        campaign_alerts: false,
        weekly_reports: false,
        billing_alerts: false,
        default_workspace: 'ws_1',
        dashboard_layout: 'compact',
        show_onboarding: false,
      },
    },
    fittingPreferences,
  ),
  // Version 0.1.0 doesn't know the last one: a key with it does nothing there.
  'api_keys.scopes': of(scopesShape, {
    all: keyScopes.filter((scope) => scope !== 'groups.manage' && scope !== 'applications.manage'),
    groups: ['groups.manage'],
    applications: ['applications.manage'],
    none: [],
  }),
  'passkeys.transports': of(transportsShape, { two: ['hybrid', 'internal'], none: [] }),
  'tenants.email_domains': of(emailDomainsShape, { any: [], two: ['example.com', 'example.org'] }),
  'applications.path_rules': of(pathRulesShape, {
    none: [],
    ...each(pathAccesses, (access) => [{ path: '/admin', access }]),
    'a group': [{ path: '/admin', access: 'group', group_id: 'grp_1' }],
  }),
  'audit_events.details': of(detailsShape, {
    none: {},
    'every kind of value': { to: 'admin', entries_before: 4, mailed: false, time_zone: null },
    'an upgrade': { run_id: 'run_1', event: 'order_found', from: 'ordering', to: 'awaiting_payment' },
    'a reminder': { run_id: 'run_1', reason: 'invoice_due', owners: 2 },
    'a deleted account': { erased: 3, erased_digest: 'digest' },
    'removed entries': { entries: 7, last_entry: 9, audit_retention_days: 365 },
    'a workspace role': { workspace_id: 'ws_1', role: 'editor' },
  }),
  'audit_checkpoints.erasures': of(erasuresShape, {
    none: {},
    one: { user_1: { erased: 3, erased_digest: 'digest' } },
  }),
  'mails.params': of(mailParamsShape, {
    ...each(mailKinds, mailVariant),
    'in German': { name: mailValues.name, language: 'de' },
  }),
  sizes: of(sizesShape, { known: sizes, unknown: unknownSizes }),
  'provider_settings.unreadable_servers': of(unreadableServersShape, {
    'a field, and a whole row': [
      { position: 2, serviceid: '12346', label: 'mail-2', field: 'ram', value: 'lots' },
      { position: 3, serviceid: null, label: null, field: null, value: null },
    ],
  }),
  'upgrade_runs.plan': of(planShape, {
    ...each(billingCycles, (billingcycle) => ({ ...plan, billingcycle })),
    'with an addition': {
      ...plan,
      now_terms: { difference: '85.21', days_left: 270, days: 365, added: '19', is_set: true },
    },
    custom: { ...plan, rid: 190, ram: 6, cpu: 2, disk: 100, bandwidth: 2 },
    'without comparison': {
      ...plan,
      sizes: unknownSizes,
      current_price: null,
      delta_monthly: null,
      delta_yearly: null,
      now_estimate: null,
      now_terms: null,
      reboot: 'possible',
    },
  }),
  'upgrade_runs.provider_order': of(orderShape, {
    complete: order,
    'a credit': { ...order, total: '-12.50' },
    'number only': { id: 550, orderid: null, invoiceid: null, duedate: null, total: null, currency: null },
  }),
  'upgrade_runs.problem': of(problemShape, {
    ...each([...providerErrorReasonNames, ...pollProblems], (reason) => ({ reason, message: null, at })),
    'with a message': { reason: 'refused', message: 'Invoice is not paid', at },
  }),
  'upgrade_runs.reminded': of(remindedShape, { all: reminderReasons.map((reason) => `${reason}:552`) }),
  'upgrade_runs.apply_window': of(applyWindowShape, {
    planned: applyWindow,
    tried: { ...applyWindow, tried_at: 1_700_000_000_000, told: ['window_refused:1700000000000'] },
  }),
  'upgrade_runs.change_progress': of(changeProgressShape, {
    begun: { ...progress, after: null },
    ...each(changeSteps, (step) => ({ ...progress, sent: { step, at: 90_000 }, changed: step === 'change_plan' })),
    'of the power': { ...progress, task: '18' },
    refused: { ...progress, sent: { step: 'power_on', at: 90_000 }, tries: 5, refused: 'Not enough space' },
  }),
  'upgrade_queues.items': of(queueItemsShape, {
    two: [
      { run_id: 'run_1', version: 3, left_out: false },
      { run_id: 'run_2', version: 0, left_out: true },
    ],
  }),
  'upgrade_queues.problem': of(queueProblemShape, {
    complete: queueProblem,
    'without reason': { ...queueProblem, code: 'INTERNAL', reason: null, params: {} },
  }),
  'sandbox_accounts.state': of(sandboxShape, sandboxStates),
};
