import { systemClock } from '../../platform/clock.ts';
import type { DataFolder } from '../../platform/data-folder.ts';
import { StartError } from '../../platform/start-error.ts';
import { assertKeysFit, readFolderFacts } from '../../security/installation.ts';
import { type KeyRing, readKeyFile } from '../../security/keys.ts';
import type { DatabasePlace } from '../../storage/database/database-place.ts';
import type { DatabaseReport } from '../../storage/database/database-report.ts';

/** The keys of a folder that holds a database. @throws StartError if there are none */
export const readKeys = async ({ keys: path }: DataFolder): Promise<KeyRing> => {
  const keys = await readKeyFile(path);
  if (!keys) throw new StartError(`${path} is missing. Restore it from the same backup as the database`);
  return keys;
};

/** Why a check can't read rows yet. Undefined if it can. */
export const whyUnreadable = (report: DatabaseReport | undefined): string | undefined => {
  if (!report?.keyTraces.installation) return 'not checked: the first start creates the database';
  return report.pending.length > 0 ? 'not checked: the next start migrates the database' : undefined;
};

/** Whether keys and database belong together, as a start checks it. */
export const checkKeys = async (folder: DataFolder, database: DatabasePlace): Promise<string> => {
  const report = await database.inspect('none');
  const facts = await readFolderFacts(folder);
  assertKeysFit(facts, await database.describe(), report, systemClock.now());
  if (!facts.keys) return 'do not exist yet; the first start creates them';
  const until = facts.keys.creates_installation_until;
  if (until === undefined) return 'belong to the database';
  return report
    ? `belong to the database; the next start removes from them that they could create one until ${until}`
    : `wait for their first start until ${until}`;
};
