import type { DatabaseServer } from '../../config/database-server.ts';
import type { DataFolder } from '../../platform/data-folder.ts';
import type { Database } from './database.ts';
import type { DatabaseReport } from './database-report.ts';
import { inspectDatabase, openDatabase, readDatabase } from './engines/sqlite/open.ts';
import type { Queries } from './schema.ts';

/** Where a database is or will be, for whoever isn't the service. */
export interface DatabasePlace {
  /** In messages. */
  describe(): Promise<string>;
  /** Undefined if it doesn't exist, or holds nothing. @throws StartError if the service couldn't use it */
  inspect(depth: 'none' | 'quick' | 'thorough'): Promise<DatabaseReport | undefined>;
  /** @throws StartError for a server that takes no writes. A file is checked where it is opened */
  assertTakesWrites(): Promise<void>;
  /** Creates its tables, and opens it. */
  create(): Promise<Database>;
  /** @throws Error if it can't be read */
  read<Result>(work: (db: Queries) => Promise<Result>): Promise<Result>;
}

const onDatabaseServer = ({ url, ...limits }: DatabaseServer): DatabasePlace => {
  const engine = () => import('./engines/postgres/inspect.ts');
  return {
    describe: async () => (await engine()).placeOf(url),
    // The server checks its pages itself.
    inspect: async () => (await engine()).inspectDatabaseServer(url, limits.connectMs),
    assertTakesWrites: async () => (await engine()).assertTakesWrites(url, limits.connectMs),
    create: async () => {
      const { openDatabaseServer } = await import('./engines/postgres/open.ts');
      return openDatabaseServer(url, limits);
    },
    read: async (work) => (await engine()).readDatabaseServer(url, limits.connectMs, work),
  };
};

const inFile = (folder: DataFolder): DatabasePlace => ({
  assertTakesWrites: async () => {},
  create: () => openDatabase(folder),
  describe: async () => folder.database,
  inspect: (depth) => inspectDatabase(folder.database, depth),
  read: (work) => readDatabase(folder.database, work),
});

/** Where the database of these settings is. */
export const databasePlace = (folder: DataFolder, databaseServer: DatabaseServer | undefined): DatabasePlace =>
  databaseServer ? onDatabaseServer(databaseServer) : inFile(folder);
