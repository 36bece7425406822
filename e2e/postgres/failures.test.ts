import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type PostgresCluster, startPostgres } from '#e2e/support/postgres-cluster.ts';
import { closedAfterwards, perFile } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { systemClock } from '#main/platform/clock.ts';
import { dataFolder } from '#main/platform/data-folder.ts';
import { randomIds } from '#main/platform/ids.ts';
import { openInstallation } from '#main/security/open-installation.ts';
import type { Database } from '#main/storage/database/database.ts';
import { openDatabaseServer } from '#main/storage/database/engines/postgres/open.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { AppError } from '#shared/texts/errors.ts';

let cluster: PostgresCluster;
const folder = perFile(() => temporaryFolder('castellan-failures-'));
let db: Database;
beforeAll(async () => {
  cluster = await startPostgres({ durable: true });
  const url = await createDatabase(cluster.url);
  ({ db } = await openInstallation(dataFolder(folder.path), systemClock.now(), randomIds, {
    databaseServer: { url, connections: 3 },
  }));
});
afterAll(async () => {
  await db?.close();
  await cluster?.stop();
});

const insert = (id: string) =>
  db.transaction({ tenant: id }, (tx) =>
    tablesOf(tx).insertInto('tenants').values({ id, name: id, created_at: 1, delete_at: null }).execute(),
  );
const ids = async () =>
  (await tablesOf(db.read).selectFrom('tenants').select('id').orderBy('id').execute()).map(({ id }) => id);
const busy = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ key: 'BUSY', details: { retry_after: 1 } });
};

it('a server that ends and comes back costs requests a 503, and nothing that was acknowledged', async () => {
  await insert('tnt_before');
  await cluster.kill();
  await busy(ids());
  await busy(insert('tnt_meanwhile'));
  await busy(db.assertReady());
  await cluster.start();
  expect(await ids()).toEqual(['tnt_before']);
  await insert('tnt_after');
  expect(await ids()).toEqual(['tnt_after', 'tnt_before']);
  await db.assertReady();
});

it('a connection that is cut within a transaction writes nothing, and is replaced', async () => {
  await busy(
    db.transaction({}, async (tx) => {
      await tablesOf(tx)
        .insertInto('tenants')
        .values({ id: 'tnt_cut', name: 'cut', created_at: 1, delete_at: null })
        .execute();
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tablesOf(tx));
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(tablesOf(db.read));
      await tablesOf(tx).selectFrom('tenants').select('id').execute();
    }),
  );
  expect(await ids()).not.toContain('tnt_cut');
  await insert('tnt_next');
  expect(await ids()).toContain('tnt_next');
});

it('a commit that is cut is answered with a 503', async () => {
  await busy(
    db.transaction({}, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tablesOf(tx));
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(tablesOf(db.read));
    }),
  );
  expect(await ids()).toContain('tnt_before');
});

it('more writers than connections wait, and all of them write', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, n) => insert(`tnt_many_${n}`)));
  expect((await ids()).filter((id) => id.startsWith('tnt_many_'))).toHaveLength(50);
});

it('a tenant that another instance holds for too long is a 503, and other tenants go on', async () => {
  const url = new URL(cluster.url);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(tablesOf(db.read));
  url.pathname = `/${rows[0]?.name}`;
  const other = await closedAfterwards(openDatabaseServer(url.href, { connections: 2 }));
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const holding = other.transaction({ tenant: 'tnt_before' }, async () => {
    begun.resolve();
    await held.promise;
  });
  await begun.promise;
  const waiting = busy(db.transaction({ tenant: 'tnt_before' }, async () => {}));
  await db.transaction({ tenant: 'tnt_after' }, async () => {});
  await waiting;
  held.resolve();
  await holding;
  await db.transaction({ tenant: 'tnt_before' }, async () => {});
});
