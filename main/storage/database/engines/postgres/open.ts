import { Kysely } from 'kysely';
import { second } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { createFairQueue, type Path } from '../../../../platform/fair-queue.ts';
import { createChangeFeed } from '../../change-feed.ts';
import { type Database, type ReadScope, wholeDatabase } from '../../database.ts';
import type { DatabaseReport } from '../../database-report.ts';
import type { OwnMigration } from '../../migrations/contraction.ts';
import { migrations as ownMigrations } from '../../migrations/index.ts';
import type { Queries, Schema } from '../../schema.ts';
import { ScopedDatabase } from '../../scoped-database.ts';
import { asQueries, asTransaction } from '../../tables.ts';
import { serviceTurn, turnOf } from '../../turn.ts';
import { type Connections, poolDialect } from './dialect.ts';
import { mapErrors } from './errors.ts';
import { countUnconfirmed, instanceName } from './instances.ts';
import { listenForNotices, type Notices } from './notices.ts';
import { assertOwnConnections } from './pooler.ts';
import { parsePostgresUrl } from './postgres-url.ts';
import { assertNoInstanceNeeds, explainPostgresErrors, inspectPostgres, migratePostgres } from './prepare.ts';
import { createReadiness } from './readiness.ts';
import { createSessions } from './sessions.ts';

const waitMs = 5 * second;
/** How long a transaction may do nothing: whoever began it is gone, and the tenant's lock with it. */
const idleTransactionMs = 30 * second;
const limits = { total: 20_000, perKey: 5_000 } as const;

export interface PostgresOptions {
  migrations?: Record<string, OwnMigration>;
  /** Connections to read with, and as many to write with. One more listens. */
  connections: number;
  connectMs?: number | undefined;
  /** A statement that takes longer is ended, so that it can't hold up everyone. */
  statementMs?: number | undefined;
  /** Called once the database is closed. */
  closed?: () => Promise<void>;
  /** Sees what the database holds before anything is written, and may throw. */
  admit?: (report: DatabaseReport | undefined, place: string) => Promise<void>;
}

const busy = (): AppError => new AppError('BUSY', { retry_after: 1 });

/**
 * Opens a database on a PostgreSQL server: checks and migrates it, and connects. Any number of instances may have it open.
 * @throws StartError with one line for the person who started the service. The database is then untouched.
 */
export const openDatabaseServer = async (
  url: string,
  {
    migrations = ownMigrations,
    connections,
    connectMs = 5 * second,
    statementMs = 30 * second,
    admit,
    closed,
  }: PostgresOptions,
): Promise<Database> => {
  const server = parsePostgresUrl(url);
  const { place } = server;
  const sessions = createSessions(server, instanceName(migrations), connectMs);
  const settings = {
    statement_timeout: statementMs,
    lock_timeout: waitMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
  };
  const [readPool, writePool] = [sessions.pool(connections, settings), sessions.pool(connections, settings)];
  const readiness = createReadiness(sessions, readPool, writePool, place);
  const { noteError } = readiness;
  let notices: Notices | undefined;
  const closeAll = async (): Promise<void> => {
    await notices?.close();
    await Promise.all([readPool.end(), writePool.end()]);
  };
  const changes = createChangeFeed((change) => notices?.publish(change));
  const queueOf = (slotsPerKey: number) =>
    createFairQueue({ slots: connections, slotsPerKey, ...limits, waitMs, refuse: busy });
  const readers: Connections = { pool: readPool, noteError, queue: queueOf(Math.max(1, connections - 1)) };
  // One tenant's writers wait for each other anyway: two of them keep the tenant busy, and leave the others room.
  const writers: Connections = { pool: writePool, noteError, queue: queueOf(Math.min(2, connections)) };
  let statements = 0;
  /** Single statements hold no lock for long. They share no turn, so as many run at once as there are connections. */
  const anyTurn = (): Path => {
    statements = (statements + 1) % connections;
    return [`statement ${statements}`];
  };
  const readFor = ({ gone, ...scope }: ReadScope): Queries => {
    const waiter = { path: turnOf(scope) ?? serviceTurn, gone };
    return asQueries(new Kysely({ dialect: poolDialect(readers, () => waiter, changes.committed) }));
  };
  const writeFor = (tenant?: string): Kysely<Schema> =>
    new Kysely({
      dialect: poolDialect(
        writers,
        () => ({ path: anyTurn() }),
        (writes) => changes.committed(writes, tenant),
      ),
    });

  try {
    const write = writeFor();
    await explainPostgresErrors(place, async () => {
      await assertOwnConnections(writePool, place);
      const report = await inspectPostgres(readPool, place, migrations);
      await admit?.(report, place);
      const pending = Object.entries(migrations).filter(([name]) => !report?.applied.includes(name));
      if (pending.length > 0) {
        const taken = pending.map(([, migration]) => migration);
        await assertNoInstanceNeeds(readPool, place, taken);
        await migratePostgres(write, writePool, place, migrations);
      }
      notices = await listenForNotices(sessions, writePool, changes.received);
      // A newer version may have migrated the database since the report, before it could see this instance.
      await inspectPostgres(readPool, place, migrations);
    });
    const read = readFor({});
    const database: Database = {
      isShared: true,
      read,
      write: asQueries(write),
      get [wholeDatabase]() {
        return database;
      },
      scopedTo: (scope) => new ScopedDatabase(database, () => readFor(scope)),
      writeFor: (tenant) => asQueries(writeFor(tenant)),
      transaction(scope, work) {
        const waiter = { path: turnOf(scope) ?? anyTurn() };
        const { tenant } = scope;
        const dialect = poolDialect(
          writers,
          () => waiter,
          (writes) => changes.committed(writes, tenant),
        );
        return new Kysely<Schema>({ dialect })
          .transaction()
          .setIsolationLevel('read committed')
          .execute(async (tx) => {
            if (tenant !== undefined) {
              await tx.selectFrom('tenants').select('id').where('id', '=', tenant).forNoKeyUpdate().execute();
            }
            return work(asTransaction(tx));
          });
      },
      // Reads the rows in order. The server does this in parallel.
      search: async () => undefined,
      changes,
      writerUsage: writers.queue.usage,
      readerUsage: readers.queue.usage,
      checked: Promise.resolve(),
      assertReady: readiness.assertReady,
      // The server does this on its own.
      checkpoint: async () => {},
      lead: async (job, run) => (notices ? notices.lead(job, run) : false),
      alone: (work) => (notices ? notices.alone(work) : Promise.reject(busy())),
      confirm: async (name) => {
        if (!notices) throw busy();
        await notices.confirm(name);
      },
      instances: async () => notices?.instances() ?? [],
      unconfirmed: (name) => mapErrors(() => countUnconfirmed(writePool, name)),
      async close() {
        await closeAll();
        await closed?.();
      },
    };
    return database;
  } catch (error) {
    await closeAll();
    throw error;
  }
};
