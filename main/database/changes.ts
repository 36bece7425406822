import { type OperationNode, TableNode } from 'kysely';

/**
 * What caches and workers depend on. A topic's version rises with every commit that wrote one of its tables, so that
 * nobody has to remember to tell them.
 */
const topics = {
  /** Whatever decides who a caller is and what they may do. New rows change nothing for those who are already in. */
  authority: { tables: ['users', 'sessions', 'tenants', 'api_keys'], inserts: false },
  /** Who belongs to a tenant. */
  members: { tables: ['users'], inserts: true },
  /** Work for the mail worker. */
  mail: { tables: ['mails', 'mail_requests'], inserts: true },
  /** What people did, told as it happens. */
  audit: { tables: ['audit_events'], inserts: true },
} as const;
export type Topic = keyof typeof topics;

/** Columns that no cache holds: a write of these alone changes no topic. */
const neutralColumns: ReadonlySet<string> = new Set([
  'last_active_at',
  'last_login_at',
  'last_used_at',
  'refresh_generation',
  'refresh_hash',
  'refresh_parent_hash',
  'refresh_rotated_at',
]);

/** A write as far as topics care. */
export interface Write {
  table: string;
  insert: boolean;
}

const tableName = (node: OperationNode | undefined): string | undefined =>
  node && TableNode.is(node) ? node.table.identifier.name : undefined;

/** The write that a compiled statement makes, or undefined where it changes nothing that a topic covers. */
export const writeOf = (query: OperationNode): Write | undefined => {
  switch (query.kind) {
    case 'InsertQueryNode': {
      const { into } = query as import('kysely').InsertQueryNode;
      return { table: tableName(into) ?? '', insert: true };
    }
    case 'UpdateQueryNode': {
      const { table, updates } = query as import('kysely').UpdateQueryNode;
      const columns = (updates ?? []).map(({ column }) =>
        column.kind === 'ColumnNode' ? (column as import('kysely').ColumnNode).column.name : '',
      );
      if (columns.every((column) => neutralColumns.has(column))) return undefined;
      return { table: tableName(table) ?? '', insert: false };
    }
    case 'DeleteQueryNode': {
      const { from } = query as import('kysely').DeleteQueryNode;
      return { table: tableName(from.froms[0]) ?? '', insert: false };
    }
    default:
      return undefined;
  }
};

/** Versions of the topics, and listeners called after each commit that raised one. */
export interface Changes {
  version(topic: Topic): number;
  onCommit(topic: Topic, listener: () => void): void;
  /** Called by the writer once its writes are durable. */
  committed(writes: readonly Write[]): void;
}

export const createChanges = (): Changes => {
  const versions = new Map<Topic, number>();
  const listeners: { topic: Topic; listener: () => void }[] = [];
  return {
    version: (topic) => versions.get(topic) ?? 0,
    onCommit: (topic, listener) => {
      listeners.push({ topic, listener });
    },
    committed(writes) {
      for (const [topic, { tables, inserts }] of Object.entries(topics) as [Topic, (typeof topics)[Topic]][]) {
        const raised = writes.some(
          (write) => (tables as readonly string[]).includes(write.table) && (inserts || !write.insert),
        );
        if (!raised) continue;
        versions.set(topic, (versions.get(topic) ?? 0) + 1);
        for (const entry of listeners) if (entry.topic === topic) entry.listener();
      }
    },
  };
};
