import { cp } from 'node:fs/promises';
import { createDatabase } from '../../support/postgres-cluster.ts';
import { runProgram } from '../../support/test-app.ts';
import type { Seeded } from './seed.ts';

/** Moves a seeded folder to a new database of a PostgreSQL. Returns its URL. */
export const moveToDatabaseServer = async (
  { dataDir }: Pick<Seeded, 'dataDir'>,
  clusterUrl: string,
): Promise<string> => {
  const url = await createDatabase(clusterUrl);
  const { code, stderr } = await runProgram(['move', '--from', dataDir, '--to', 'database-url'], {
    CASTELLAN_DATABASE_URL: url,
  });
  if (code !== 0) throw new Error(`The move ended with ${code}: ${stderr}`);
  return url;
};

/** A copy of a seeded folder beside it, so that the next measurement finds the folder as it was seeded. */
export const copyOf = async (dataDir: string): Promise<string> => {
  const copy = `${dataDir}-copy`;
  await cp(dataDir, copy, { recursive: true });
  return copy;
};
