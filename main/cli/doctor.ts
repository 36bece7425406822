import { second } from '#shared/rules/limits.ts';
import { type Config, readConfig, type SettingReport } from '../config/config.ts';
import { settingNames } from '../config/settings.ts';
import { systemClock } from '../platform/clock.ts';
import { type DataFolder, dataFolder } from '../platform/data-folder.ts';
import { trustCertificates } from '../platform/extra-certificates.ts';
import { StartError } from '../platform/start-error.ts';
import { askService, connectToService } from '../service-commands/client.ts';
import { type CheckName, checkNames, type Finding } from '../service-commands/doctor/check.ts';
import { checkFolder, checkSettings } from '../service-commands/doctor/run-checks.ts';
import { noBody } from '../service-commands/operation.ts';
import type { Arguments } from './command.ts';
import { printLine } from './print.ts';

const progressMs = 2 * second;

/** Tells about each long check on stderr every two seconds, since a thorough check of a large file takes minutes. */
const createProgress = (thorough: boolean) => {
  let shownAt = systemClock.now();
  return (name: CheckName, text: string): void => {
    if (!thorough || systemClock.now() - shownAt < progressMs) return;
    shownAt = systemClock.now();
    process.stderr.write(`...   ${name}: ${text}\n`);
  };
};

/** The service of a data folder, if one runs. */
type Service =
  | { isRunning: false }
  | { isRunning: true; settings: readonly SettingReport[]; findings: (thorough: boolean) => Promise<Finding[]> }
  /** One runs, but it can't be asked. */
  | { isRunning: true; problem: StartError };

/** Has the running service do something. Undefined if none runs. */
const ask = async (folder: DataFolder, operation: 'config show' | 'doctor', input: object) => {
  const socket = await connectToService(folder);
  if (!socket) return undefined;
  const rows: unknown[] = [];
  await askService(socket, operation, input, { emit: async (row) => void rows.push(row), body: noBody() });
  return rows;
};

const findService = async (folder: DataFolder): Promise<Service> => {
  try {
    const settings = await ask(folder, 'config show', {});
    if (!settings) return { isRunning: false };
    return {
      isRunning: true,
      // The same version of the program made the rows: the channel refuses any other.
      settings: settings as SettingReport[],
      findings: async (thorough) => {
        const findings = (await ask(folder, 'doctor', { thorough })) as Finding[] | undefined;
        if (!findings) throw new StartError('Castellan stopped during the checks. Run doctor again');
        return findings;
      },
    };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { isRunning: true, problem: error };
  }
};

/** Options that say how the service should be set. Those of the running one count. */
const ignored = (flags: Arguments['flags'], settings: readonly SettingReport[]): string => {
  const differing = settingNames.filter((name) => {
    const { value } = settings.find(({ setting }) => setting === name) ?? { value: null };
    return name !== 'data-dir' && flags[name] !== undefined && flags[name] !== value;
  });
  return differing.length === 0 ? '' : `. It is checked with its own settings, not with --${differing.join(', --')}`;
};

const settingsChecks = [
  'backups',
  'port',
  'proxies',
  'limits',
  'variables',
  'mail server',
  'outgoing proxy',
  'audit streams',
] as const;

/** Every check that applies, at once. */
const findAll = async (
  config: Config,
  { flags, switches }: Arguments,
  progress: (name: CheckName, text: string) => void,
): Promise<Promise<Finding[]>[]> => {
  const folder = dataFolder(config.dataDir);
  const thorough = switches.has('thorough');
  const service = await findService(folder);
  const how = { config, thorough, progress };
  const one = async (finding: Promise<Finding>): Promise<Finding[]> => [await finding];
  if (!service.isRunning) {
    if (config.extraCaCerts !== undefined) await trustCertificates(config.extraCaCerts);
    const text = `none runs on ${folder.path}, so these are the settings and the rights of this command`;
    return [
      Promise.resolve([{ name: 'service', ok: true, text }]),
      ...checkFolder(folder, { ...how, withDatabase: true }).map(one),
      ...checkSettings(config).map(one),
    ];
  }
  if ('problem' in service) {
    const { kind, message } = service.problem;
    const unchecked = (names: readonly CheckName[], text: string): Finding[] =>
      names.map((name) => ({ name, ok: false, text: `not checked: ${text}` }));
    const problem: Finding = { name: 'service', ok: false, text: message };
    // For another user, each check would advise to give the folder to that one.
    if (kind === 'permission') {
      const others = checkNames.filter((name) => name !== 'service');
      return [Promise.resolve([problem, ...unchecked(others, 'this user may not access the data folder')])];
    }
    return [
      Promise.resolve([problem, ...unchecked(settingsChecks, 'only the running service can tell')]),
      ...checkFolder(folder, { ...how, withDatabase: true }).map(one),
    ];
  }
  const { settings } = service;
  const isOnDatabaseServer = settings.some(({ setting, value }) => setting === 'database-url' && value !== null);
  const answered = service.findings(thorough).then(
    (findings) =>
      findings.map((finding) =>
        finding.name === 'service' ? { ...finding, text: `${finding.text}${ignored(flags, settings)}` } : finding,
      ),
    (error: Error): Finding[] => [{ name: 'service', ok: false, text: error.message }],
  );
  return [
    answered,
    ...checkFolder(folder, { ...how, config: { databaseServer: undefined }, withDatabase: !isOnDatabaseServer }).map(
      one,
    ),
  ];
};

/**
 * Checks everything that the service depends on, with the settings of the running one. Changes nothing, and exits with 1
 * if anything is wrong. Takes ten seconds at most, unless `--thorough` asks to read every page and every audit log.
 */
export const doctor = async (given: Arguments): Promise<number> => {
  const config = readConfig(given.flags, given.environment, given.configFile);
  const startedAt = systemClock.now();
  const progress = createProgress(given.switches.has('thorough'));
  const ticking = setInterval(
    () => progress('database', `checking for ${Math.round((systemClock.now() - startedAt) / second)} seconds`),
    progressMs,
  );
  try {
    const findings = (await Promise.all(await findAll(config, given, progress))).flat();
    const ordered = checkNames.flatMap((name) => findings.filter((finding) => finding.name === name));
    for (const { name, ok, text } of ordered) await printLine(`${ok ? 'ok  ' : 'fail'}  ${name}: ${text}`);
    return ordered.every(({ ok }) => ok) ? 0 : 1;
  } finally {
    clearInterval(ticking);
  }
};
