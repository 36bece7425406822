import type { contract } from '#shared/contract/index.ts';
import { signUpMode } from '#shared/rules/sign-ups.ts';
import { toIso } from '../../platform/clock.ts';
import { dataFolder } from '../../platform/data-folder.ts';
import type { JobRuns } from '../../platform/job-runs.ts';
import { lastDays } from '../../platform/last-days.ts';
import { fileBytes, freeBytes } from '../../platform/storage-error.ts';
import { version } from '../../platform/version.ts';
import { databaseBytes, databaseVersion, schemaVersion } from '../../storage/store/database-facts.ts';
import { countMailsByStatus } from '../../storage/store/mail/mails.ts';
import { countTenantsByDay } from '../../storage/store/team/organizations.ts';
import type { AppContext } from '../context.ts';
import type { Handler } from '../handler.ts';

const shownDays = 30;

const presentBackups = async ({ backups }: AppContext) => {
  // The folder may be on a disk that isn't mounted. The backup job reports that.
  const stored = backups.plan.dir === undefined ? undefined : await backups.stored().catch(() => undefined);
  const [newest, oldest] = [stored?.[0], stored?.at(-1)];
  return {
    backup_folder: backups.plan.dir ?? null,
    last_backup: newest ? { created_at: toIso(newest.at), bytes: newest.bytes } : null,
    backups: stored
      ? {
          count: stored.length,
          bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
          oldest_at: oldest ? toIso(oldest.at) : null,
        }
      : null,
  };
};

const presentDisk = async (context: AppContext) => {
  const { config, db } = context;
  return {
    data_folder: config.dataDir,
    database_bytes: await databaseBytes(db.read),
    wal_bytes: config.databaseServer ? null : await fileBytes(`${dataFolder(config.dataDir).database}-wal`),
    // Not every file system tells.
    free_bytes: await freeBytes(config.dataDir).catch(() => null),
    ...(await presentBackups(context)),
  };
};

const presentInstances = async ({ db }: AppContext) =>
  (await db.instances()).map(({ version, lastMigration, connectedAt, address, isOwn }) => ({
    version: version ?? null,
    schema_version: lastMigration,
    connected_at: connectedAt === undefined ? null : toIso(connectedAt),
    address: address ?? null,
    current: isOwn,
  }));

const presentSignUps = async ({ config, db, clock }: AppContext) => {
  const days = lastDays(clock.now(), shownDays);
  const counts = new Map(
    (await countTenantsByDay(db.read, days[0]?.startsAt ?? 0)).map(({ day, count }) => [day, count]),
  );
  return {
    mode: signUpMode(config),
    domains: [...config.signUpDomains],
    days: days.map(({ number, name }) => ({ day: name, organizations: counts.get(number) ?? 0 })),
  };
};

const presentMail = async ({ db }: AppContext) => {
  const counts = new Map((await countMailsByStatus(db.read)).map(({ status, count }) => [status, count]));
  return {
    queued: counts.get('queued') ?? 0,
    failed: counts.get('failed') ?? 0,
    abandoned: counts.get('abandoned') ?? 0,
  };
};

const presentJob = ({ name, isRunning, startedAt, durationMs, result, failures, nextAt }: JobRuns) => ({
  name,
  running: isRunning,
  started_at: startedAt === undefined ? null : toIso(startedAt),
  duration_ms: durationMs ?? null,
  result: result ?? null,
  failures,
  next_at: nextAt === undefined ? null : toIso(nextAt),
});

/** DECISION 0230: what operators see of this installation. Jobs are those of the process that answers. */
export const getInstallation: Handler<typeof contract.installation.getInstallation> = async (context) => ({
  version,
  node_version: process.versions.node,
  database: context.config.databaseServer ? 'server' : 'embedded',
  database_version: await databaseVersion(context.db.read),
  schema_version: await schemaVersion(context.db.read),
  address: context.origin(),
  started_at: toIso(context.startedAt),
  disk: await presentDisk(context),
  instances: await presentInstances(context),
  sign_ups: await presentSignUps(context),
  mail: await presentMail(context),
  jobs: context.jobRuns().map(presentJob),
  settings: context.config.report.map(({ setting, value, source }) => ({ setting, value, source })),
});
