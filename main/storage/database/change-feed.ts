import type { LiveTopic } from '#shared/contract/live-topics.ts';
import type { TableName } from './deletion-cascades.ts';
import type { Write } from './statement-write.ts';
import { createTopicVersions } from './topic-versions.ts';

interface TopicRule {
  tables: readonly TableName[];
  /** Whether inserts count: into all of its tables, or into some. */
  inserts: boolean | readonly TableName[];
  /** Bookkeeping columns that this topic includes. */
  includedColumns?: readonly string[];
  /** Whether its rows belong to the installation and not to a tenant. */
  installation?: boolean;
}

/**
 * Topics that caches, workers and open consoles depend on. A topic changes with every commit that may have written to one
 * of its tables, so no one has to remember to notify them.
 */
const topics = {
  /**
   * Everything that decides who a caller is and what they may do. Inserts don't affect existing callers, except a first
   * passkey of those who have to set up two-factor authentication, and what gives a custom role.
   */
  authority: {
    tables: [
      'users',
      'sessions',
      'tenants',
      'api_keys',
      'second_factors',
      'passkeys',
      'service_accounts',
      'service_account_keys',
      'service_account_workspaces',
      'custom_roles',
      'custom_role_members',
      'custom_role_groups',
      'custom_role_accounts',
      'group_members',
      'protected_sessions',
    ],
    inserts: [
      'passkeys',
      'service_account_workspaces',
      'custom_role_members',
      'custom_role_groups',
      'custom_role_accounts',
      'group_members',
    ],
    includedColumns: ['confirmed_at', 'confirmed_with'],
  },
  /** Who belongs to a tenant. */
  members: { tables: ['users'], inserts: true },
  /** What the list of members shows. */
  member_pages: { tables: ['users'], inserts: true, includedColumns: ['last_login_at'] },
  /** Work for the mail worker, and the server it sends through. */
  mail: { tables: ['mails', 'mail_requests', 'mail_server', 'mail_hold'], inserts: true },
  /** Which key signs, and one that will. */
  keys: { tables: ['installation', 'published_keys'], inserts: true },
  /** Upgrade runs at the hosting provider. */
  runs: { tables: ['hosting_approvals', 'upgrade_queues', 'upgrade_runs'], inserts: true },
  /** Audit events, as they happen. */
  audit: { tables: ['audit_events'], inserts: true },
  /** Changes of existing events: the texts of deleted people are erased, and the oldest events removed. */
  audit_erasures: { tables: ['audit_events'], inserts: false },
  /** What concerns a single user: the audit log names who acts, and on whom. */
  account: { tables: ['audit_events'], inserts: true },
  /** Where events are sent, and how that went. */
  events: { tables: ['event_destinations', 'event_deliveries'], inserts: true },
  /** Applications, and who may use them. */
  applications: {
    tables: [
      'applications',
      'application_secrets',
      'application_consents',
      'application_groups',
      'application_custom_roles',
      'groups',
      'group_members',
      'custom_roles',
      'custom_role_members',
      'custom_role_groups',
    ],
    inserts: true,
  },
  /** What applications have yet to be told. */
  logouts: { tables: ['logout_notices'], inserts: true },
  costs: { tables: ['hosting_invoices', 'cost_changes', 'cost_months', 'cost_lines'], inserts: true },
  failed_sign_ins: { tables: ['failed_sign_ins'], inserts: true },
  invitations: { tables: ['invitations'], inserts: true },
  mail_settings: { tables: ['mail_server', 'mail_hold'], inserts: true, installation: true },
  /** Whether email is sent at all, which everyone sees. */
  mail_status: { tables: ['mail_server', 'mail_hold'], inserts: true, installation: true },
  outbox: { tables: ['mails'], inserts: true },
  second_factors: { tables: ['second_factors', 'passkeys'], inserts: true },
  servers: { tables: ['vps_instances', 'smtp_ip_addresses', 'provider_settings'], inserts: true },
  service_accounts: {
    tables: ['service_accounts', 'service_account_keys', 'service_account_workspaces'],
    inserts: true,
  },
  /** Starts and ends of sessions. */
  sessions: { tables: ['sessions'], inserts: true },
  tenant: { tables: ['tenants'], inserts: false },
  /** Custom roles, and who has them. */
  custom_roles: {
    tables: ['custom_roles', 'custom_role_members', 'custom_role_groups', 'custom_role_accounts'],
    inserts: true,
  },
  groups: { tables: ['groups', 'group_members', 'group_workspaces'], inserts: true },
  workspaces: {
    tables: ['workspaces', 'workspace_health', 'workspace_members', 'group_members', 'group_workspaces', 'groups'],
    inserts: true,
  },
} as const satisfies Record<
  LiveTopic | 'authority' | 'keys' | 'logouts' | 'mail' | 'members' | 'audit_erasures',
  TopicRule
>;
export type Topic = keyof typeof topics;

/** A write to only these columns invalidates only the topics that include them. */
const bookkeepingColumns: ReadonlySet<string> = new Set([
  'backed_up',
  'confirmed_at',
  'confirmed_with',
  'counter',
  'last_active_at',
  'last_login_at',
  'last_step',
  'last_used_at',
  'refresh_generation',
  'refresh_hash',
  'refresh_parent_hash',
  'refresh_rotated_at',
  'used_generation',
  // Sessions end later with each refresh. Callers read the row again before they treat a session as expired.
  'expires_at',
]);

const invalidates = ({ tables, inserts, includedColumns = [] }: TopicRule, write: Write): boolean => {
  switch (write.kind) {
    case 'insert':
      return inserts === true ? tables.includes(write.table) : inserts !== false && inserts.includes(write.table);
    case 'update':
      return (
        tables.includes(write.table) &&
        write.columns.some((column) => !bookkeepingColumns.has(column) || includedColumns.includes(column))
      );
    case 'change':
      return write.tables.some((table) => tables.includes(table));
    case 'unknown':
      return true;
  }
};

/** What a commit was about. */
export interface Commit {
  /** Whether it wrote data of the installation, which concerns all tenants. */
  readonly everyone: boolean;
  /** Whose data it wrote: the tenant of its transaction, those of rows that it returned, and those whose audit logs have a new row. */
  readonly tenants: ReadonlySet<string>;
  /** Accounts that new rows of an audit log name, among other IDs. */
  readonly named: ReadonlySet<string>;
}

export type CommitListener = (commit: Commit) => void;

/** A commit, and the topics that it invalidated. */
export interface Change {
  readonly topics: readonly Topic[];
  readonly commit: Commit;
}

/** Which commits invalidated what, and listeners called after each of them. */
export interface ChangeFeed {
  /** The number of the newest commit. Ask before reading: a commit during the read then makes the result stale, never wrong. */
  position(): number;
  /**
   * Whether what was read of a tenant's data at this position still holds. DECISION 0261: a transaction that names its tenant
   * changes nothing of others, but by statements that return whose rows they changed. If other processes write to the database too, nothing holds, so that no one keeps what they may
   * have changed.
   */
  isCurrent(topic: Topic, tenant: string, position: number): boolean;
  /** The same as far as this process has heard, which is soon after others commit. Only for what may be wrong for a while. */
  seemsCurrent(topic: Topic, tenant: string, position: number): boolean;
  onCommit(topic: Topic, listener: CommitListener): void;
  /** Called by the writer once its writes are durable. `tenant`: whose data they are. Without it, they may be anyone's. */
  committed(writes: readonly Write[], tenant?: string): void;
  /** Called with what another process has committed. */
  received(change: Change): void;
}

/** Every topic, for callers that can't know what has changed. */
export const allTopics = (): Topic[] => Object.keys(topics) as Topic[];

export const isTopic = (name: string): name is Topic => Object.hasOwn(topics, name);

const commitOf = (writes: readonly Write[], tenant: string | undefined): Commit => {
  const tenants = new Set(tenant === undefined ? [] : [tenant]);
  const named = new Set<string>();
  for (const write of writes) {
    if ('tenants' in write) for (const id of write.tenants ?? []) tenants.add(id);
    if (write.kind !== 'insert' || !write.event) continue;
    tenants.add(write.event.tenant);
    for (const id of write.event.ids) named.add(id);
  }
  return { everyone: false, tenants, named };
};

/** @param publish tells other processes that write to the same database; absent if there are none */
export const createChangeFeed = (publish?: (change: Change) => void): ChangeFeed => {
  const versions = createTopicVersions<Topic>();
  const listeners = new Map<Topic, CommitListener[]>();
  const raise = ({ topics: names, commit }: Change): void => {
    for (const topic of names) {
      const rule: TopicRule = topics[topic];
      const everyone = commit.everyone || (rule.installation ?? false);
      for (const listener of listeners.get(topic) ?? []) listener({ ...commit, everyone });
    }
  };
  return {
    position: versions.position,
    isCurrent: publish ? () => false : versions.isCurrent,
    seemsCurrent: versions.isCurrent,
    onCommit: (topic, listener) => {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },
    committed(writes, tenant) {
      if (writes.length === 0) return;
      const names = allTopics().filter((topic) => writes.some((write) => invalidates(topics[topic], write)));
      if (names.length === 0) return;
      const change = { topics: names, commit: commitOf(writes, tenant) };
      // Raw SQL may write anywhere, in whichever transaction it runs.
      const isBounded = tenant !== undefined && writes.every(({ kind }) => kind !== 'unknown');
      versions.advance(names.map((topic) => [topic, isBounded ? change.commit.tenants : 'all']));
      raise(change);
      publish?.(change);
    },
    received(change) {
      const { everyone, tenants } = change.commit;
      // Without tenants, nobody knows whose data it wrote.
      const whose = everyone || tenants.size === 0 ? 'all' : tenants;
      versions.advance(change.topics.map((topic) => [topic, whose]));
      raise(change);
    },
  };
};
