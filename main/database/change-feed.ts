import type { TableName } from './deletion-cascades.ts';
import type { Write } from './statement-write.ts';

interface TopicRule {
  tables: readonly TableName[];
  /** Whether inserts count. */
  inserts: boolean;
  /** Bookkeeping columns that this topic includes. */
  includedColumns?: readonly string[];
}

/**
 * Topics that caches and workers depend on. A topic's version rises with every commit that may have written to one of
 * its tables, so nobody has to remember to notify them.
 */
const topics = {
  /** Everything that decides who a caller is and what they may do. Inserts don't affect existing callers. */
  authority: { tables: ['users', 'sessions', 'tenants', 'api_keys', 'second_factors'], inserts: false },
  /** Who belongs to a tenant. */
  members: { tables: ['users'], inserts: true },
  /** What the list of members shows. */
  member_pages: { tables: ['users'], inserts: true, includedColumns: ['last_login_at'] },
  /** Work for the mail worker, and the server it sends through. */
  mail: { tables: ['mails', 'mail_requests', 'mail_server', 'mail_hold'], inserts: true },
  /** Upgrade runs at the hosting provider. */
  runs: { tables: ['upgrade_runs'], inserts: true },
  /** Audit events, as they happen. */
  audit: { tables: ['audit_events'], inserts: true },
} as const satisfies Record<string, TopicRule>;
export type Topic = keyof typeof topics;

/** A write to only these columns invalidates only the topics that include them. */
const bookkeepingColumns: ReadonlySet<string> = new Set([
  'last_active_at',
  'last_login_at',
  'last_step',
  'last_used_at',
  'refresh_generation',
  'refresh_hash',
  'refresh_parent_hash',
  'refresh_rotated_at',
  // Sessions end later with each refresh. Callers read the row again before they treat a session as expired.
  'expires_at',
]);

const invalidates = ({ tables, inserts, includedColumns = [] }: TopicRule, write: Write): boolean => {
  switch (write.kind) {
    case 'insert':
      return inserts && tables.includes(write.table);
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

/** Topic versions, and listeners called after each commit that invalidated a topic. */
export interface ChangeFeed {
  version(topic: Topic): number;
  onCommit(topic: Topic, listener: () => void): void;
  /** Called by the writer once its writes are durable. */
  committed(writes: readonly Write[]): void;
}

export const createChangeFeed = (): ChangeFeed => {
  const versions = new Map<Topic, number>();
  const listeners: { topic: Topic; listener: () => void }[] = [];
  return {
    version: (topic) => versions.get(topic) ?? 0,
    onCommit: (topic, listener) => {
      listeners.push({ topic, listener });
    },
    committed(writes) {
      for (const [topic, rule] of Object.entries(topics) as [Topic, TopicRule][]) {
        if (!writes.some((write) => invalidates(rule, write))) continue;
        versions.set(topic, (versions.get(topic) ?? 0) + 1);
        for (const entry of listeners) if (entry.topic === topic) entry.listener();
      }
    },
  };
};
