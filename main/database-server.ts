import { StartError } from './platform/start-error.ts';

/** A database server, in place of the file in the data folder. */
export interface DatabaseServer {
  readonly url: string;
  /** Connections to read with, and as many to write with. */
  readonly connections: number;
  readonly connectMs?: number | undefined;
  readonly statementMs?: number | undefined;
}

/** DECISION 0164: the server's own programs copy it, consistently and while it runs. */
const otherWay =
  'Use pg_dump or your server\'s own backups, and keep keys.json: see "Run on PostgreSQL" in docs/operating.md';

export const noScheduledBackups = (): StartError =>
  new StartError(`--backup-dir copies the database file, but --database-url names a server. ${otherWay}`);

/** @throws StartError if the database is on a server, for commands that copy the file */
export const assertFile = (
  { databaseServer }: { databaseServer?: DatabaseServer | undefined },
  command: string,
): void => {
  if (!databaseServer) return;
  throw new StartError(
    `castellan ${command} works with the database file, but --database-url names a server. ${otherWay}`,
    {
      kind: 'refused',
    },
  );
};

/** @throws StartError if the database is on a server, for what works with one process only */
export const assertOneProcess = (
  { databaseServer }: { databaseServer?: DatabaseServer | undefined },
  what: string,
): void => {
  if (databaseServer) throw new StartError(`${what} can't use --database-url. Remove it`);
};
