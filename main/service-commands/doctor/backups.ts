import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type BackupPlan, listBackups } from '../../backup/scheduled-backups.ts';
import { toIso } from '../../platform/clock.ts';
import { StartError } from '../../platform/start-error.ts';
import { explainStorageErrors } from '../../platform/storage-error.ts';

/** Backups create their folder. Then its parent has to be writable. */
const assertWritable = async (path: string): Promise<void> => {
  try {
    await access(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    await assertWritable(dirname(path));
  }
};

/** What a check of the backups looks at. */
export interface BackupsToCheck {
  plan: Pick<BackupPlan, 'dir' | 'everyMs'>;
  now: number;
  /** Why the last attempt of the running service failed. */
  failure?: { at: number; message: string } | undefined;
}

/** The newest scheduled backup may be as old as two intervals: one may have failed for a passing reason. */
export const checkBackups = async ({ plan: { dir, everyMs }, now, failure }: BackupsToCheck): Promise<string> => {
  if (dir === undefined) return 'not scheduled; see --backup-dir';
  await explainStorageErrors(dir, () => assertWritable(dir), 'operator');
  if (failure) throw new StartError(`the last attempt, at ${toIso(failure.at)}, failed: ${failure.message}`);
  const { past, future } = await explainStorageErrors(dir, () => listBackups(dir, now), 'operator');
  const [latest] = future;
  if (latest) {
    throw new StartError(
      `${latest.file} in ${dir} is dated in the future, because the clock was wrong when it was made, or is wrong now (${toIso(now)}). It doesn't count for the schedule. Once the clock is right, move it away`,
    );
  }
  const [newest] = past;
  if (!newest) return `none in ${dir} yet`;
  const at = toIso(newest.at);
  if (now - newest.at > 2 * everyMs) {
    throw new StartError(`the last one in ${dir} was made at ${at}. The log says why later ones failed`);
  }
  return `the last one was made at ${at}, in ${dir}`;
};
