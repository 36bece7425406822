import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { minute } from '#shared/rules/limits.ts';
import type { DatabaseServer } from '../config/database-server.ts';
import { type Clock, toIso } from '../platform/clock.ts';
import type { DataFolder } from '../platform/data-folder.ts';
import type { Logger } from '../platform/logger.ts';
import { createPrivateFolder } from '../platform/private-file.ts';
import type { Secrets } from '../platform/secrets.ts';
import { explainStorageErrors, fileBytes } from '../platform/storage-error.ts';
import { createBackup } from './create-backup.ts';

/** What the settings say about backups. */
export interface BackupPlan {
  /** Undefined if the operator chose none: the service then makes no backups. */
  readonly dir: string | undefined;
  readonly everyMs: number;
  readonly keep: number;
  /** Undefined for backups without keys. */
  readonly passphrase: () => string | undefined;
}

/** The plan of these settings. */
export const backupPlan = (
  {
    backupDir,
    backupEveryMs,
    backupKeep,
  }: { backupDir: string | undefined; backupEveryMs: number; backupKeep: number },
  secrets: Pick<Secrets, 'current'>,
): BackupPlan => ({
  dir: backupDir,
  everyMs: backupEveryMs,
  keep: backupKeep,
  passphrase: () => secrets.current().backupPassphrase,
});

export interface StoredBackup {
  file: string;
  /** In milliseconds since the epoch. */
  at: number;
  bytes: number;
}

/** DECISION 0097: backups that the service makes on its own, in the folder that the operator chose. */
export interface Backups {
  readonly plan: BackupPlan;
  /** Makes a backup, or waits for the one that is running. @throws Error if it fails */
  run(): Promise<void>;
  /** Makes a backup if the newest one is old enough. @throws Error if it fails */
  runIfDue(): Promise<void>;
  isRunning(): boolean;
  /** The newest backup that isn't dated in the future. Undefined if there is none, or the folder can't be read. */
  newest(): Promise<StoredBackup | undefined>;
  /** The same backups, newest first. Empty without a folder. @throws Error if it can't be read */
  stored(): Promise<StoredBackup[]>;
  /** Why the last attempt failed. Undefined once one succeeds. */
  failure(): { at: number; message: string } | undefined;
  /** Ends a running backup. */
  stop(): Promise<void>;
}

/** After a failure, wait this long: the same disk is probably still full. */
const retryMs = 15 * minute;

const nameAt = (instant: number): string => `castellan-${toIso(instant).replace(/[-:]|\.\d{3}/g, '')}.tar.gz`;
/** Only files with these names are ever deleted. */
const namePattern = /^castellan-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;
/** Left behind by a process that was killed. */
const unfinished = /^castellan-\d{8}T\d{6}Z\.tar\.gz\.part-\w+$/;

const instantOf = (name: string): number | undefined => {
  const [, ...parts] = namePattern.exec(name) ?? [];
  const [year = 0, month = 1, day, hours, minutes, seconds] = parts.map(Number);
  return parts.length === 0 ? undefined : Date.UTC(year, month - 1, day, hours, minutes, seconds);
};

/** A file's name tells seconds, and a clock may be set back by a little at any time. */
const toleranceMs = minute;

type ListedBackup = Omit<StoredBackup, 'bytes'>;

/** The backups in a folder, newest first. */
interface BackupList {
  past: ListedBackup[];
  /**
   * Dated later than now: the clock was wrong when they were made, or is wrong now. They say nothing about when the next
   * backup is due or which are the oldest, so they are neither counted nor deleted.
   */
  future: ListedBackup[];
}

/** The backups in a folder. None if there is no such folder. @throws Error if it can't be read */
export const listBackups = async (dir: string, now: number): Promise<BackupList> => {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const all = names
    .flatMap((file) => {
      const at = instantOf(file);
      return at === undefined ? [] : [{ file, at }];
    })
    .sort((one, other) => other.at - one.at);
  const isFuture = ({ at }: ListedBackup): boolean => at > now + toleranceMs;
  return { past: all.filter((backup) => !isFuture(backup)), future: all.filter(isFuture) };
};

export const createBackups = ({
  plan,
  folder,
  databaseServer,
  clock,
  log,
}: {
  plan: BackupPlan;
  folder: DataFolder;
  /** Where the database is, if it isn't in the folder. */
  databaseServer: DatabaseServer | undefined;
  clock: Clock;
  log: Logger;
}): Backups => {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let failure: { at: number; message: string } | undefined;
  const reported = new Set<string>();

  /** The backups that count, newest first. Logs each of the others once. */
  const listPast = async (dir: string): Promise<ListedBackup[]> => {
    const { past, future } = await listBackups(dir, clock.now());
    for (const { file } of future) {
      if (reported.has(file)) continue;
      reported.add(file);
      log.warn({ file, clock: toIso(clock.now()) }, 'ignored a backup dated in the future: check the clock');
    }
    return past;
  };

  const make = async (dir: string): Promise<void> => {
    await createPrivateFolder(dir);
    for (const name of await readdir(dir)) {
      if (unfinished.test(name)) await rm(join(dir, name), { recursive: true, force: true });
    }
    const file = nameAt(clock.now());
    const { bytes } = await createBackup({
      folder,
      databaseServer,
      target: join(dir, file),
      passphrase: plan.passphrase(),
      clock,
      signal: stopping.signal,
    });
    log.info({ file, bytes }, 'backup made');
    for (const old of (await listPast(dir)).slice(plan.keep)) {
      await rm(join(dir, old.file));
      log.info({ file: old.file }, 'old backup deleted');
    }
  };

  const run = (): Promise<void> => {
    const { dir } = plan;
    if (dir === undefined || stopping.signal.aborted) return Promise.resolve();
    running ??= explainStorageErrors(dir, () => make(dir), 'operator')
      .then(
        () => {
          failure = undefined;
        },
        (error: Error) => {
          if (stopping.signal.aborted) return;
          failure = { at: clock.now(), message: error.message };
          throw error;
        },
      )
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  return {
    plan,
    run,
    async runIfDue() {
      if (plan.dir === undefined || running) return;
      if (failure && Math.abs(clock.now() - failure.at) < Math.min(retryMs, plan.everyMs)) return;
      // If the folder can't be read, the backup below fails and reports it.
      const [newest] = await listPast(plan.dir).catch(() => []);
      if (!newest || clock.now() - newest.at >= plan.everyMs) await run();
    },
    isRunning: () => running !== undefined,
    async newest() {
      if (plan.dir === undefined) return undefined;
      // A folder that can't be read has none to show; the next backup fails and reports it.
      const [newest] = await listPast(plan.dir).catch(() => []);
      // Deleted meanwhile.
      const stats = newest && (await stat(join(plan.dir, newest.file)).catch(() => undefined));
      return stats && { ...newest, bytes: stats.size };
    },
    async stored() {
      const { dir } = plan;
      if (dir === undefined) return [];
      const listed = await listPast(dir);
      const sizes = await Promise.all(listed.map(({ file }) => fileBytes(join(dir, file))));
      // A file of no size was deleted meanwhile.
      return listed.flatMap((backup, index) => (sizes[index] ? [{ ...backup, bytes: sizes[index] }] : []));
    },
    failure: () => failure,
    async stop() {
      stopping.abort();
      // Its own caller reports how it ended.
      await running?.catch(() => {});
    },
  };
};
