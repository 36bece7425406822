import type { Config } from '../../config/config.ts';
import { systemClock, toIso } from '../../platform/clock.ts';
import { countriesOf } from '../../platform/countries.ts';
import { type DataFolder, dataFolder } from '../../platform/data-folder.ts';
import { version } from '../../platform/version.ts';
import { createSecretBox } from '../../security/secret-box.ts';
import type { SystemContext } from '../../services/context.ts';
import { type DatabasePlace, databasePlace } from '../../storage/database/database-place.ts';
import { findMailServer, type MailServerRow } from '../../storage/store/mail/mail-server.ts';
import { countWaitingMails, findRefusedSender } from '../../storage/store/mail/mails.ts';
import { checkAuditStreams } from './audit-streams.ts';
import { checkBackups } from './backups.ts';
import { type Check, type Finding, runCheck } from './check.ts';
import { checkClock } from './clock.ts';
import { describeCountries } from './country-database.ts';
import { databaseChecks, type Progress } from './database.ts';
import { checkLimits, checkPort, checkProxies, checkVariables } from './environment.ts';
import { folderChecks } from './folder.ts';
import { readKeys, whyUnreadable } from './keys.ts';
import { checkMail } from './mail-server.ts';
import { checkOutgoingProxy } from './outgoing-proxy.ts';

interface HowToCheck {
  thorough: boolean;
  progress?: Progress;
}

/** Runs checks at once, so that the slowest one sets the time. Each finding comes as soon as it is there. */
const runAll = (checks: readonly Check[], folder: DataFolder): Promise<Finding>[] =>
  checks.map((check) => runCheck(check, folder.database));

/** The server set in the console, or why it can't be read yet. Undefined if there is none. */
const readStoredMailServer = async (database: DatabasePlace): Promise<MailServerRow | string | undefined> =>
  whyUnreadable(await database.inspect('none')) ?? database.read(findMailServer);

/**
 * What any process on this computer can check of a data folder.
 * @param withDatabase whether it can open the database, too
 */
export const checkFolder = (
  folder: DataFolder,
  { config, withDatabase, ...how }: HowToCheck & { config: Pick<Config, 'databaseServer'>; withDatabase: boolean },
): Promise<Finding>[] => {
  const { databaseServer } = config;
  const database = databasePlace(folder, databaseServer);
  return runAll(
    [
      ...folderChecks(folder, { isOnDatabaseServer: databaseServer !== undefined || !withDatabase }),
      ...(withDatabase
        ? [
            ...databaseChecks(folder, databaseServer, how),
            { name: 'clock' as const, run: () => checkClock(folder, database, systemClock.now()) },
          ]
        : []),
    ],
    folder,
  );
};

/** What depends on the settings of a service that doesn't run, as far as this process may do what it would do. */
export const checkSettings = (config: Config): Promise<Finding>[] => {
  const folder = dataFolder(config.dataDir);
  const { backupDir, backupEveryMs } = config;
  const database = databasePlace(folder, config.databaseServer);
  const mail = {
    config,
    stored: () => readStoredMailServer(database),
    secretBox: async () => createSecretBox(await readKeys(folder)),
  };
  return runAll(
    [
      {
        name: 'backups',
        run: () => checkBackups({ plan: { dir: backupDir, everyMs: backupEveryMs }, now: systemClock.now() }),
      },
      { name: 'port', run: () => checkPort(config) },
      { name: 'proxies', run: () => checkProxies(config, 0) },
      { name: 'limits', run: () => checkLimits(config) },
      { name: 'variables', run: () => checkVariables(config) },
      { name: 'mail server', run: () => checkMail(mail) },
      { name: 'outgoing proxy', run: () => checkOutgoingProxy(config) },
      {
        name: 'country database',
        run: async () => describeCountries(await countriesOf(config), systemClock.now()),
      },
    ],
    folder,
  );
};

const describe = async (context: SystemContext): Promise<string> => {
  const { config, db, startedAt } = context;
  await db.assertReady();
  const where = config.publicUrl === undefined ? '' : `, public URL ${config.publicUrl}${config.basePath}`;
  return `version ${version} runs since ${toIso(startedAt)}${where}`;
};

/** What only the running service can tell: its settings, and what it can do with them. */
export const checkService = (context: SystemContext, how: HowToCheck): Promise<Finding>[] => {
  const { config, db, clock, countries, backups, callCounts, secretBox, secrets, address } = context;
  const folder = dataFolder(config.dataDir);
  const { databaseServer } = config;
  const mail = {
    config: { ...config, smtpUrl: secrets.current().smtpUrl },
    stored: () => findMailServer(db.read),
    waitsForSender: async () => ((await findRefusedSender(db.read)) ? countWaitingMails(db.read) : undefined),
    secretBox: async () => secretBox,
  };
  return runAll(
    [
      { name: 'service', run: () => describe(context) },
      {
        name: 'backups',
        run: () => checkBackups({ plan: backups.plan, now: clock.now(), failure: backups.failure() }),
      },
      { name: 'port', run: async () => `Castellan is running on ${address()}` },
      { name: 'proxies', run: () => checkProxies(config, callCounts.untrusted()) },
      { name: 'limits', run: () => checkLimits(config) },
      { name: 'variables', run: () => checkVariables(config) },
      { name: 'mail server', run: () => checkMail(mail) },
      { name: 'outgoing proxy', run: () => checkOutgoingProxy(config) },
      { name: 'audit streams', run: () => checkAuditStreams(context) },
      { name: 'country database', run: async () => describeCountries(countries, clock.now()) },
      // A command doesn't know the URL of the server.
      ...(databaseServer
        ? [
            ...databaseChecks(folder, databaseServer, how),
            {
              name: 'clock' as const,
              run: () => checkClock(folder, databasePlace(folder, databaseServer), clock.now()),
            },
          ]
        : []),
    ],
    folder,
  );
};
