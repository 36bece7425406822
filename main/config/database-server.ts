import { StartError } from '../platform/start-error.ts';

/** A database server, in place of the file in the data folder. */
export interface DatabaseServer {
  readonly url: string;
  /** Connections to read with, and as many to write with. */
  readonly connections: number;
  readonly connectMs?: number | undefined;
  readonly statementMs?: number | undefined;
}

/** @throws StartError if the database is on a server, for what works with one process only */
export const assertOneProcess = (
  { databaseServer }: { databaseServer?: DatabaseServer | undefined },
  what: string,
): void => {
  if (databaseServer) throw new StartError(`${what} can't use --database-url. Remove it`);
};
