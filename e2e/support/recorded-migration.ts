import { createHash } from 'node:crypto';
import {
  type CompiledQuery,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { OwnMigration } from '#main/storage/database/migrations/contraction.ts';

class RecordingDriver extends DummyDriver {
  readonly statements: string[] = [];
  override async acquireConnection() {
    return {
      executeQuery: async ({ sql }: CompiledQuery) => {
        this.statements.push(sql);
        return { rows: [] };
      },
      // biome-ignore lint/correctness/useYield: no migration streams
      async *streamQuery() {
        throw new Error('Streaming is not supported');
      },
    };
  }
}

/** The statements that one side of a migration runs. Every query finds nothing. */
const record = async (up: OwnMigration['up']): Promise<readonly string[]> => {
  const driver = new RecordingDriver();
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  await up(new Kysely<unknown>({ dialect }));
  return driver.statements;
};

/** The statements of a migration as a server gets them, in lower case, on one line each. */
export const statementsOf = async ({ up, onDatabaseServer = up }: OwnMigration): Promise<string[]> =>
  (await record(onDatabaseServer)).map((statement) => statement.toLowerCase().replaceAll(/\s+/g, ' ').trim());

/** A SHA-256 of everything that a migration runs, on either engine. */
export const hashMigration = async ({ up, onDatabaseServer = up }: OwnMigration): Promise<string> =>
  createHash('sha256')
    .update(JSON.stringify([await record(up), await record(onDatabaseServer)]))
    .digest('hex');

// A check that goes refuses nothing that an earlier version writes.
const breaking =
  /\bdrop (table|column|index|view|default)\b|\bdrop constraint (?!\w+_check$)|\brename\b|\balter column\b|\badd (constraint|check|foreign key|unique|primary key)\b|\btruncate\b/;
const newTable = /^create table (?:if not exists )?"?(\w+)/;
const uniqueIndex = /^create unique index .*? on "?(\w+)"? ?\((.*?)\)/;
const newColumn = /^alter table "?(\w+)"? add column "?(\w+)/;

const plainIndex = /^create index (?:if not exists )?"?(\w+)/;
const droppedIndex = /^drop index (?:if exists )?"?(\w+)"?$/;

const isRequiredColumn = (statement: string): boolean =>
  /\badd column\b/.test(statement) && /\bnot null\b/.test(statement) && !/\bdefault\b/.test(statement);

/** The columns that a version which doesn't know them leaves null, such as `tenants.logo`: nulls are never the same. */
const leftNull = (statements: readonly string[]): ReadonlySet<string> =>
  new Set(
    statements
      .filter((statement) => !/\b(not null|default)\b/.test(statement))
      .flatMap((statement) => newColumn.exec(statement)?.slice(1).join('.') ?? []),
  );

/**
 * Those statements after which a version that doesn't know them may fail: it reads or writes as it did before. Without an
 * index that makes nothing unique, it is only slower.
 * @param released the statements of all migrations
 */
export const breakingStatements = (statements: readonly string[], released: readonly string[]): string[] => {
  const plain = new Set(released.flatMap((statement) => plainIndex.exec(statement)?.[1] ?? []));
  const created = new Set(statements.flatMap((statement) => newTable.exec(statement)?.[1] ?? []));
  const nullable = leftNull(statements);
  return statements.filter((statement) => {
    const [, table, columns = ''] = uniqueIndex.exec(statement) ?? [];
    if (table !== undefined) {
      const isNull = columns.split(', ').some((column) => nullable.has(`${table}.${column}`));
      return !created.has(table) && !isNull;
    }
    if (plain.has(droppedIndex.exec(statement)?.[1] ?? '')) return false;
    return breaking.test(statement) || isRequiredColumn(statement);
  });
};
