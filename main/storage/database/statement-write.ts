import {
  AliasNode,
  ColumnNode,
  type ColumnUpdateNode,
  type CompiledQuery,
  DeleteQueryNode,
  InsertQueryNode,
  type OperationNode,
  PrimitiveValueListNode,
  type QueryResult,
  RawNode,
  ReferenceNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
  ValueNode,
  ValuesNode,
} from 'kysely';
import { isTableName, type TableName, tablesChangedByDeletion } from './deletion-cascades.ts';

/** What a statement may write. Whatever is not certain counts as written. */
export type Write =
  | { kind: 'insert'; table: TableName; event?: NamedByEvent }
  | ({ kind: 'update'; table: TableName; columns: readonly string[] } & Returned)
  /** Any change of existing rows. */
  | ({ kind: 'change'; tables: readonly TableName[] } & Returned)
  /** Raw SQL, a change of the schema, or a statement that we can't read: it may write anything. */
  | { kind: 'unknown' };

interface Returned {
  /** Whose rows were changed, if the statement returned their `tenant_id`. */
  tenants?: readonly string[];
}

/** Whom a row of the audit log names. */
export interface NamedByEvent {
  readonly tenant: string;
  /** The actor's ID and the target's. */
  readonly ids: readonly string[];
}

const unknown: Write = { kind: 'unknown' };

const tableOf = (node: OperationNode | undefined): TableName | undefined => {
  if (node && AliasNode.is(node)) return tableOf(node.node);
  if (!node || !TableNode.is(node)) return undefined;
  const { name } = node.table.identifier;
  return isTableName(name) ? name : undefined;
};

const insertOf = (query: InsertQueryNode): Write => {
  const table = tableOf(query.into);
  const { values, endModifiers, orAction, onConflict, onDuplicateKey } = query;
  if (!table || endModifiers || onDuplicateKey || (values && RawNode.is(values))) return unknown;
  // Replacing deletes the row that was there, and whatever refers to it.
  if (query.replace || (orAction && orAction.action !== 'ignore')) {
    return { kind: 'change', tables: tablesChangedByDeletion(table) };
  }
  if (onConflict && !onConflict.doNothing) return { kind: 'change', tables: [table] };
  return table === 'audit_events' ? { kind: 'insert', table, event: namedBy(query) } : { kind: 'insert', table };
};

/** Reads the plain values of the first row. */
const namedBy = ({ columns = [], values }: InsertQueryNode): NamedByEvent => {
  const row = values && ValuesNode.is(values) ? values.values[0] : undefined;
  const textOf = (name: string): string => {
    const index = columns.findIndex(({ column }) => column.name === name);
    const value = row && PrimitiveValueListNode.is(row) ? row.values[index] : undefined;
    return typeof value === 'string' ? value : '';
  };
  return { tenant: textOf('tenant_id'), ids: [textOf('actor_id'), textOf('target_id')] };
};

/** The column that an assignment names, unless raw SQL on its right side might go on to others. */
const columnOf = ({ column, value }: ColumnUpdateNode): string | undefined =>
  ColumnNode.is(column) && (ValueNode.is(value) || ReferenceNode.is(value)) ? column.column.name : undefined;

const updateOf = ({ table: target, updates = [], endModifiers }: UpdateQueryNode): Write => {
  const table = tableOf(target);
  if (!table || endModifiers) return unknown;
  const columns = updates.map(columnOf).filter((column) => column !== undefined);
  return columns.length > 0 && columns.length === updates.length
    ? { kind: 'update', table, columns }
    : { kind: 'change', tables: [table] };
};

const deletionOf = ({ from: { froms } }: DeleteQueryNode): Write => {
  const table = froms.length === 1 ? tableOf(froms[0]) : undefined;
  return table ? { kind: 'change', tables: tablesChangedByDeletion(table) } : unknown;
};

/** Raw SQL that changes no row. */
const rawRead = /^\s*(select|explain|pragma|vacuum)\b/i;

/** The write that a statement makes, or undefined if it only reads. */
export const writeOf = ({ query, sql }: Pick<CompiledQuery, 'query' | 'sql'>): Write | undefined => {
  // Some engines allow writes in a common table expression.
  if ('with' in query && query.with) return unknown;
  if (SelectQueryNode.is(query)) return undefined;
  if (InsertQueryNode.is(query)) return insertOf(query);
  if (UpdateQueryNode.is(query)) return updateOf(query);
  if (DeleteQueryNode.is(query)) return deletionOf(query);
  return RawNode.is(query) && rawRead.test(sql) ? undefined : unknown;
};

/**
 * The write that a statement has made, with the tenants of the rows that it returned; undefined if it changed no row.
 * DECISION 0261: a statement that may change rows of other tenants than its transaction's returns `tenant_id`.
 */
export const writtenBy = (
  statement: Pick<CompiledQuery, 'query' | 'sql'>,
  { rows, numAffectedRows = BigInt(rows.length) }: Pick<QueryResult<unknown>, 'rows' | 'numAffectedRows'>,
): Write | undefined => {
  const write = writeOf(statement);
  if (!write || write.kind === 'unknown') return write;
  if (numAffectedRows === 0n) return undefined;
  if (write.kind === 'insert') return write;
  const tenants = rows.flatMap((row) => {
    const id: unknown = row && typeof row === 'object' && 'tenant_id' in row ? row.tenant_id : undefined;
    return typeof id === 'string' ? [id] : [];
  });
  return tenants.length > 0 ? { ...write, tenants } : write;
};
