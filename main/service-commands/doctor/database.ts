import { stat } from 'node:fs/promises';
import { second } from '#shared/rules/limits.ts';
import type { DatabaseServer } from '../../config/database-server.ts';
import { checkAuditLogs } from '../../jobs/audit-check.ts';
import { systemClock } from '../../platform/clock.ts';
import type { DataFolder } from '../../platform/data-folder.ts';
import { createLogger } from '../../platform/logger.ts';
import { StartError } from '../../platform/start-error.ts';
import { type DatabasePlace, databasePlace } from '../../storage/database/database-place.ts';
import type { DatabaseReport } from '../../storage/database/database-report.ts';
import { checkApiKeys } from './api-keys.ts';
import { checkAuditHeads, readAuditHeads } from './audit-heads.ts';
import type { Check, CheckName } from './check.ts';
import { checkKeys, whyUnreadable } from './keys.ts';

/** Tells how far a long check has come. */
export type Progress = (name: CheckName, text: string) => void;

/** What an upgrade still has to do. */
const laterMigrations = ({ pending }: DatabaseReport): string =>
  pending.length === 0 ? '' : `; the next start applies ${pending.length} more`;

/** Larger files take longer than a quick check may. */
const quickCheckBytes = 256 * 1_048_576;

const checkDatabase = async (folder: DataFolder, place: DatabasePlace, thorough: boolean): Promise<string> => {
  const size = await stat(folder.database).then(
    (stats) => stats.size,
    // Inspecting it says why it can't be read.
    () => 0,
  );
  const depth = thorough ? 'thorough' : size > quickCheckBytes ? 'none' : 'quick';
  const report = await place.inspect(depth);
  if (!report) return 'does not exist yet; the first start creates it';
  const migrated = `${report.applied.length} migrations applied${laterMigrations(report)}`;
  if (depth === 'none') return `${migrated}; too large for a quick check of every page, so run doctor --thorough`;
  return `intact, ${migrated}`;
};

const checkDatabaseServer = async (place: DatabasePlace): Promise<string> => {
  const report = await place.inspect('none');
  await place.assertTakesWrites();
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
  progress: (text: string) => void,
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

/** What whoever can open the database can check, without writing to it. */
export const databaseChecks = (
  folder: DataFolder,
  databaseServer: DatabaseServer | undefined,
  { thorough, progress = () => {} }: { thorough: boolean; progress?: Progress },
): Check[] => {
  const database = databasePlace(folder, databaseServer);
  return [
    { name: 'keys', run: () => checkKeys(folder, database) },
    {
      name: 'database',
      run: () => (databaseServer ? checkDatabaseServer(database) : checkDatabase(folder, database, thorough)),
    },
    { name: 'audit heads', run: () => checkAuditHeads(folder, database) },
    {
      name: 'audit log',
      run: () => checkAudit(folder, database, thorough, (text) => progress('audit log', text)),
    },
    { name: 'API keys', run: () => checkApiKeys(database, systemClock.now()) },
  ];
};
