import { stat } from 'node:fs/promises';
import { second } from '#shared/limits.ts';
import { type Config, readConfig } from '../config.ts';
import type { DatabaseReport } from '../database/database-report.ts';
import { type DatabasePlace, databasePlace } from '../database-place.ts';
import { checkAuditLogs } from '../jobs/audit-check.ts';
import { systemClock, toIso } from '../platform/clock.ts';
import {
  assertRestored,
  checkPrivateFile,
  checkPrivateFolder,
  type DataFolder,
  dataFolder,
} from '../platform/data-folder.ts';
import { createEndpoint } from '../platform/endpoint.ts';
import { trustCertificates } from '../platform/extra-certificates.ts';
import { createLogger } from '../platform/logger.ts';
import { StartError } from '../platform/start-error.ts';
import { storageProblem } from '../platform/storage-error.ts';
import { countSandboxes } from '../provider/emulator/sandbox-file.ts';
import { latestInstant } from '../store/database-facts.ts';
import type { Arguments } from './command.ts';
import { checkAuditHeads, readAuditHeads } from './doctor-audit-heads.ts';
import {
  askService,
  checkBackups,
  checkDisk,
  checkProxies,
  checkUpgradeCopies,
  checkVariables,
} from './doctor-environment.ts';
import { checkKeys, whyUnreadable } from './doctor-keys.ts';
import { checkMail } from './doctor-mail.ts';

interface Check {
  name: string;
  /** Resolves with the result to print. @throws StartError that says what is wrong. */
  run: () => Promise<string>;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const checkFolder = async (folder: DataFolder): Promise<string> => {
  try {
    await checkPrivateFolder(folder.path);
    await assertRestored(folder);
    return `${folder.path} is private`;
  } catch (error) {
    if (isMissing(error)) return `${folder.path} does not exist yet; the first start creates it`;
    throw error;
  }
};

const checkFile = async (path: string, options?: { followLinks: boolean }): Promise<string> => {
  try {
    await checkPrivateFile(path, options);
    return `${path} is private`;
  } catch (error) {
    if (isMissing(error)) return `${path} does not exist yet; the first start creates it`;
    throw error;
  }
};

/** What an upgrade still has to do. */
const laterMigrations = ({ pending }: DatabaseReport): string =>
  pending.length === 0 ? '' : `; the next start applies ${pending.length} more`;

/** Larger files take longer than a quick check may. */
const quickCheckBytes = 256 * 1_048_576;

const checkDatabase = async (folder: DataFolder, place: DatabasePlace, thorough: boolean): Promise<string> => {
  const size = await stat(folder.database).then(
    (stats) => stats.size,
    () => 0,
  );
  const depth = thorough ? 'thorough' : size > quickCheckBytes ? 'none' : 'quick';
  const report = await place.inspect(depth);
  if (!report) return 'does not exist yet; the first start creates it';
  const migrated = `${report.applied.length} migrations applied${laterMigrations(report)}`;
  if (depth === 'none') return `${migrated}; too large for a quick check of every page, so run doctor --thorough`;
  return `intact, ${migrated}`;
};

const checkServer = async (place: DatabasePlace): Promise<string> => {
  const report = await place.inspect('none');
  const where = await place.describe();
  if (!report) return `${where} is reachable and empty; the first start creates its tables`;
  const { applied, newer } = report;
  const theirs = newer.length === 0 ? '' : `, ${newer.length} of them by a newer version that this one can run beside`;
  return `${where} is reachable, ${applied.length} migrations applied${theirs}${laterMigrations(report)}`;
};

/** How long a quick check may verify audit logs. */
const auditTimeMs = 5 * second;
/** More tenants than this are only counted. */
const namedTenants = 3;

const namesOf = (tenants: readonly string[]): string => {
  const named = tenants.slice(0, namedTenants).join(', ');
  return tenants.length > namedTenants ? `${named} and ${tenants.length - namedTenants} more` : named;
};

/** Verifies the audit log of every tenant, or of as many as a quick check has time for. */
const checkAudit = async (
  folder: DataFolder,
  database: DatabasePlace,
  thorough: boolean,
  progress: Progress,
): Promise<string> => {
  const why = whyUnreadable(await database.inspect('none'));
  if (why !== undefined) return why;
  const { chain: audit, anchors } = await readAuditHeads(folder, database);
  const auditAnchors = { of: (tenant: string) => anchors.get(tenant), doubt: () => undefined };
  const limit = new AbortController();
  const timer = thorough ? undefined : setTimeout(() => limit.abort(), auditTimeMs);
  let checked = 0;
  const { tenants, broken } = await database
    .read((read) =>
      checkAuditLogs({ db: { read }, audit, auditAnchors, log: createLogger('silent') }, limit.signal, (done, all) => {
        checked = done;
        progress(`${done} of ${all} tenants`);
      }),
    )
    .finally(() => clearTimeout(timer));
  if (broken.length > 0) throw new StartError(`tampering detected in ${namesOf(broken)}`);
  if (checked === tenants) return `intact in ${tenants} tenants`;
  return `intact in ${checked} of ${tenants} tenants, as far as ${auditTimeMs / second} seconds allow; run doctor --thorough for all`;
};

/** The emulated hosting provider. If its file can't be read, a reset in the console repairs it. */
const checkSandbox = async ({ sandbox }: DataFolder): Promise<string> => {
  const count = await countSandboxes(sandbox).catch((cause: Error) => {
    if (cause instanceof StartError) throw cause;
    // The parser's message would include the file's contents.
    const what =
      'code' in cause && cause.name === 'Error' ? cause.message : 'is damaged. Reset the sandbox in the console';
    throw new StartError(`${sandbox} ${what}`, { cause });
  });
  return count === 0 ? 'not in use' : `intact, used by ${count} ${count === 1 ? 'tenant' : 'tenants'}`;
};

/** Passes if the port or socket is free, or Castellan itself is listening on it. */
const checkPort = async (config: Config): Promise<string> => {
  const { host, port, socketPath } = config;
  const place = socketPath ?? `${host}:${port}`;
  try {
    await createEndpoint(config, undefined).assertFree();
    return `${place} is free`;
  } catch (error) {
    const answer = await askService(config, '/healthz');
    if (answer?.ok) return `Castellan is running on ${place}`;
    throw error;
  }
};

/** A clock behind the newest stored timestamp would revive expired sessions and links. */
const checkClock = async (database: DatabasePlace): Promise<string> => {
  const now = systemClock.now();
  const isReadable = whyUnreadable(await database.inspect('none')) === undefined;
  const latest = isReadable ? await database.read(latestInstant) : 0;
  if (latest > now) throw new StartError(`the clock says ${toIso(now)}, but the database contains ${toIso(latest)}`);
  return toIso(now);
};

/** Shows how far a long check has come. */
type Progress = (text: string) => void;

const progressMs = 2 * second;

/** Tells about each long check on stderr every two seconds, since a thorough check of a large file takes minutes. */
const createProgress = (thorough: boolean) => {
  let shownAt = systemClock.now();
  return (name: string): Progress =>
    (text) => {
      if (!thorough || systemClock.now() - shownAt < progressMs) return;
      shownAt = systemClock.now();
      process.stderr.write(`...   ${name}: ${text}\n`);
    };
};

/** One line about what is wrong. */
const explain = async (error: unknown, folder: DataFolder): Promise<string> => {
  const problem = error instanceof StartError ? error : await storageProblem(error, folder.database);
  return (problem ?? (error as Error)).message.split('\n')[0] ?? '';
};

/**
 * Checks everything that startup depends on. Changes nothing, and exits with 1 if anything is wrong. Takes ten seconds at
 * most, unless `--thorough` asks to read every page and every audit log.
 */
export const doctor = async ({ flags, configFile, switches }: Arguments): Promise<number> => {
  const config = readConfig(flags, process.env, configFile);
  if (config.extraCaCerts !== undefined) await trustCertificates(config.extraCaCerts);
  const folder = dataFolder(config.dataDir);
  const thorough = switches.has('thorough');
  const progress = createProgress(thorough);
  const { databaseServer: server } = config;
  const database = databasePlace(folder, server);
  const checks: Check[] = [
    { name: 'data folder', run: () => checkFolder(folder) },
    { name: 'disk', run: () => checkDisk(folder) },
    ...(server ? [] : [{ name: 'database file', run: () => checkFile(folder.database) }]),
    { name: 'key file', run: () => checkFile(folder.keys, { followLinks: true }) },
    { name: 'keys', run: () => checkKeys(folder, database) },
    {
      name: 'database',
      run: () => (server ? checkServer(database) : checkDatabase(folder, database, thorough)),
    },
    { name: 'audit heads', run: () => checkAuditHeads(folder, database) },
    { name: 'audit log', run: () => checkAudit(folder, database, thorough, progress('audit log')) },
    { name: 'upgrade copies', run: () => checkUpgradeCopies(folder) },
    ...(server
      ? []
      : [
          { name: 'sandbox', run: () => checkSandbox(folder) },
          { name: 'backups', run: () => checkBackups(config) },
        ]),
    { name: 'port', run: () => checkPort(config) },
    { name: 'proxies', run: () => checkProxies(config) },
    { name: 'variables', run: () => checkVariables(process.env) },
    { name: 'mail server', run: () => checkMail(config, folder, database) },
    { name: 'clock', run: () => checkClock(database) },
  ];
  let failed = 0;
  // All at once, so that the slowest check sets the time, but printed in order.
  const lines = checks.map(({ name, run }) =>
    run().then(
      (text) => `ok    ${name}: ${text}`,
      async (error: unknown) => {
        failed += 1;
        return `fail  ${name}: ${await explain(error, folder)}`;
      },
    ),
  );
  const startedAt = systemClock.now();
  const databaseProgress = progress('database');
  const ticking = setInterval(
    () => databaseProgress(`checking for ${Math.round((systemClock.now() - startedAt) / second)} seconds`),
    progressMs,
  );
  for (const line of lines) process.stdout.write(`${await line}\n`);
  clearInterval(ticking);
  return failed === 0 ? 0 : 1;
};
