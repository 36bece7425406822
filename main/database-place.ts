import type { DatabaseReport } from './database/database-report.ts';
import { inspectDatabase, readDatabase } from './database/engines/sqlite/open.ts';
import type { Queries } from './database/schema.ts';
import type { DatabaseServer } from './database-server.ts';
import type { DataFolder } from './platform/data-folder.ts';

/** A database that isn't opened by the service, or not by this process: nothing is written to it. */
export interface DatabasePlace {
  /** In messages. */
  describe(): Promise<string>;
  /** Undefined if it doesn't exist, or holds nothing. @throws StartError if the service couldn't use it */
  inspect(depth: 'none' | 'quick' | 'thorough'): Promise<DatabaseReport | undefined>;
  /** @throws Error if it can't be read */
  read<Result>(work: (db: Queries) => Promise<Result>): Promise<Result>;
}

const onServer = ({ url, connectMs }: DatabaseServer): DatabasePlace => {
  const engine = () => import('./database/engines/postgres/look.ts');
  return {
    describe: async () => (await engine()).placeOf(url),
    // The server checks its pages itself.
    inspect: async () => (await engine()).lookAtServer(url, connectMs),
    read: async (work) => (await engine()).readServer(url, connectMs, work),
  };
};

const inFile = ({ database }: DataFolder): DatabasePlace => ({
  describe: async () => database,
  inspect: (depth) => inspectDatabase(database, depth),
  read: (work) => readDatabase(database, work),
});

/** Where the database of these settings is. */
export const databasePlace = (folder: DataFolder, server: DatabaseServer | undefined): DatabasePlace =>
  server ? onServer(server) : inFile(folder);
