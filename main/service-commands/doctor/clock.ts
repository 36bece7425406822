import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { toIso } from '../../platform/clock.ts';
import type { DataFolder } from '../../platform/data-folder.ts';
import { clockDifferenceMs } from '../../platform/remaining-wait.ts';
import { StartError } from '../../platform/start-error.ts';
import { readKeyFileContent } from '../../security/keys.ts';
import type { DatabasePlace } from '../../storage/database/database-place.ts';
import { type AheadRows, countAhead, latestInstant } from '../../storage/store/database-facts.ts';
import { findPublishedKey } from '../../storage/store/published-keys.ts';
import { whyUnreadable } from './keys.ts';

interface Dated {
  what: string;
  at: number;
}

/** When each file of the folder was last written. */
const datesOfFiles = async ({ path }: DataFolder): Promise<Dated[]> => {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = await Promise.all(
    names.map(async (name) => {
      // Castellan removes some of its files while it runs.
      const stats = await lstat(join(path, name)).catch(() => undefined);
      return stats ? [{ what: `the file ${name}`, at: stats.mtimeMs }] : [];
    }),
  );
  return files.flat();
};

const datesOfKeys = async ({ keys }: DataFolder): Promise<Dated[]> => {
  // The check of the keys tells what is wrong with the file.
  const content = await readKeyFileContent(keys).catch(() => undefined);
  if (!content) return [];
  const { keys: current, retired = [] } = content;
  return [
    ...current.map(({ created_at }) => ({ what: 'a key in keys.json', at: Date.parse(created_at) })),
    ...retired.map(({ retired_at }) => ({ what: 'a retired key in keys.json', at: Date.parse(retired_at) })),
  ];
};

const datesOfDatabase = async (database: DatabasePlace): Promise<Dated[]> => {
  const latest = { what: 'a sign-in', at: await database.read(latestInstant) };
  const published = await database.read(findPublishedKey);
  return [latest, ...(published ? [{ what: 'a published key', at: published.published_at }] : [])];
};

const nouns: Readonly<Record<keyof AheadRows, readonly [one: string, several: string]>> = {
  sessions: ['session', 'sessions'],
  links: ['link', 'links'],
  invitations: ['invitation', 'invitations'],
  api_keys: ['API key', 'API keys'],
};

/** What to do about them if the clock was ahead, and is right now. Castellan corrects the sessions. */
const otherwise = 'if not, send the links and invitations again, and replace the API keys';

/** Such as `2 links`. */
const namesOf = (counts: AheadRows): string[] =>
  (Object.keys(nouns) as (keyof AheadRows)[]).flatMap((kind) => {
    const [one, several] = nouns[kind];
    return counts[kind] === 0 ? [] : [`${counts[kind]} ${counts[kind] === 1 ? one : several}`];
  });

/**
 * Compares the clock with everything that was dated before now. A clock that is behind would revive expired sessions and
 * links; one that was ahead for a while leaves dates that don't pass for as long.
 */
export const checkClock = async (folder: DataFolder, database: DatabasePlace, now: number): Promise<string> => {
  const after = now + clockDifferenceMs;
  // Its rows may not be readable yet.
  const isReadable = whyUnreadable(await database.inspect('none')) === undefined;
  const dates = [
    ...(isReadable ? await datesOfDatabase(database) : []),
    ...(await datesOfFiles(folder)),
    ...(await datesOfKeys(folder)),
  ].filter(({ at }) => at > after);
  const counts = isReadable ? namesOf(await database.read((db) => countAhead(db, after))) : [];
  if (dates.length === 0 && counts.length === 0) return toIso(now);
  const found = [
    ...(dates.length > 0 ? [`there is ${dates.map(({ what, at }) => `${what} of ${toIso(at)}`).join(', ')}`] : []),
    ...(counts.length > 0 ? [`the database has ${counts.join(', ')} from after that`] : []),
  ].join(', and ');
  const advice = `Set the clock right, if it is wrong now${counts.length > 0 ? `; ${otherwise}` : ''}`;
  throw new StartError(`the clock says ${toIso(now)}, but ${found}. ${advice}`);
};
