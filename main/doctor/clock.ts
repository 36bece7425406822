import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { minute } from '#shared/limits.ts';
import type { DatabasePlace } from '../database-place.ts';
import { toIso } from '../platform/clock.ts';
import type { DataFolder } from '../platform/data-folder.ts';
import { StartError } from '../platform/start-error.ts';
import { readKeyFileContent } from '../security/keys.ts';
import { latestInstant } from '../store/database-facts.ts';
import { findPublishedKey } from '../store/published-keys.ts';
import { whyUnreadable } from './keys.ts';

/** A clock may be set by a little at any time, and those of several computers differ. */
const toleranceMs = minute;

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

/** None while its rows can't be read yet. */
const datesOfDatabase = async (database: DatabasePlace): Promise<Dated[]> => {
  if (whyUnreadable(await database.inspect('none')) !== undefined) return [];
  const latest = { what: 'a sign-in', at: await database.read(latestInstant) };
  const published = await database.read(findPublishedKey);
  return [latest, ...(published ? [{ what: 'a published key', at: published.published_at }] : [])];
};

/**
 * Compares the clock with everything that was dated before now. A clock that is behind would revive expired sessions and
 * links; one that was ahead for a while leaves dates that don't pass for as long.
 */
export const checkClock = async (folder: DataFolder, database: DatabasePlace, now: number): Promise<string> => {
  const dates = [
    ...(await datesOfDatabase(database)),
    ...(await datesOfFiles(folder)),
    ...(await datesOfKeys(folder)),
  ].filter(({ at }) => at > now + toleranceMs);
  if (dates.length === 0) return toIso(now);
  const named = dates.map(({ what, at }) => `${what} of ${toIso(at)}`).join(', ');
  throw new StartError(`the clock says ${toIso(now)}, but there is ${named}. Set the clock right, if it is wrong now`);
};
