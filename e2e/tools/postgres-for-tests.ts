import { testCluster } from '#e2e/support/new-data-folder.ts';
import { createDatabase, queryDatabase, startPostgres } from '#e2e/support/postgres-cluster.ts';
import { openDatabaseServer } from '#main/storage/database/engines/postgres/open.ts';

/** Starts the cluster of `npm run test:postgres`, with a migrated database that each test copies. */
export default async (): Promise<() => Promise<void>> => {
  const cluster = await startPostgres();
  try {
    const url = await createDatabase(cluster.url);
    const db = await openDatabaseServer(url, { connections: 2 });
    await db.close();
    await queryDatabase(
      cluster.url,
      `alter database ${new URL(url).pathname.slice(1)} rename to ${testCluster.template}`,
    );
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  process.env[testCluster.url] = cluster.url;
  return async () => {
    delete process.env[testCluster.url];
    await cluster.stop();
  };
};
