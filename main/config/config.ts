import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { SignUpMode } from '#shared/rules/sign-ups.ts';
import type { OutgoingProxy } from '../platform/gate/outgoing-proxy.ts';
import { readSecretFile } from '../platform/secret-file.ts';
import { StartError } from '../platform/start-error.ts';
import type { StreamTarget } from '../platform/stream-target.ts';
import { fileProblem } from '../platform/system-error.ts';
import type { DatabaseServer } from './database-server.ts';
import { isLoopbackHost, mailNameOf, plainReason } from './setting-schemas.ts';
import { isSecret, type Setting, type SettingName, settingNames, settings, variableOf } from './settings.ts';
import { type UnknownVariable, unknownVariables } from './unknown-variables.ts';

/** A setting as `castellan config show` prints it. */
export interface SettingReport {
  setting: SettingName;
  /** Secrets are masked. Null if there is none. */
  value: string | null;
  /** The flag, variable or file that it comes from, or `default`. */
  source: string;
}

/** Read once at startup, then frozen. */
export interface Config {
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  /** The Unix socket to listen on instead of host and port. */
  readonly socketPath?: string | undefined;
  readonly publicUrl: string | undefined;
  /**
   * Whether that URL is https. Without it, there is no sign-in for applications: what a browser keeps for that could be read on
   * the way.
   */
  readonly isPublicHttps: boolean;
  /** The path below which a proxy offers the console and the API, such as `/castellan`. Empty for the root. */
  readonly basePath: string;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** The name in EHLO. Undefined: the mail library takes that of the computer. */
  readonly mailHostname: string | undefined;
  readonly bcryptCost: number;
  readonly refuseCommonPasswords: boolean;
  /** An origin. Undefined: nothing is asked. */
  /** Whether what bots call asks for a proof of work. */
  readonly captcha: boolean;
  readonly leakedPasswordsUrl: string | undefined;
  readonly countryDatabase: string | undefined;
  readonly logLevel: string;
  /** An absolute path. Undefined for stderr. */
  readonly logFile: string | undefined;
  readonly logFormat: 'json' | 'pretty';
  /** How long the service goes on after SIGTERM while it reports that it isn't ready. */
  readonly shutdownDelayMs: number;
  readonly rateLimits: boolean;
  readonly trustedProxies: readonly string[];
  /** In lower case, with ports. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly metricsToken: string | undefined;
  /** The OpenTelemetry collector that receives traces. */
  readonly tracesUrl?: string | undefined;
  /** Where the audit logs of all organizations are sent. */
  readonly auditStreams: readonly StreamTarget[];
  readonly auditStreamSecret?: string | undefined;
  /** A PEM file. */
  readonly extraCaCerts?: string | undefined;
  /** Undefined: requests leave directly. */
  readonly outgoingProxy?: OutgoingProxy | undefined;
  readonly signUps?: SignUpMode | undefined;
  /** Email domains that may sign up. Empty for any. */
  readonly signUpDomains: readonly string[];
  readonly allowPrivateProvider: boolean;
  /** An absolute path. */
  readonly backupDir: string | undefined;
  readonly backupEveryMs: number;
  readonly backupKeep: number;
  readonly backupWithoutKeys: boolean;
  readonly backupPassphrase: string | undefined;
  /** Undefined for the embedded database. */
  readonly databaseServer?: DatabaseServer | undefined;
  /** Whether the settings let other computers connect. */
  readonly isExposed: boolean;
  /** Whether each answer is checked against its contract. Always from source; the built program skips it for speed. */
  readonly checksAnswers: boolean;
  /** Variables that look like settings and that nothing reads. */
  readonly unknownVariables: readonly UnknownVariable[];
  /** Every setting, with where it comes from. */
  readonly report: readonly SettingReport[];
}

const readFileSettings = (path: string): Record<string, string> => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    if ('syscall' in (cause as Error)) throw fileProblem('read the configuration file', cause, path);
    throw new StartError({ name: 'configUnreadable', values: { path, problem: (cause as Error).message } }, { cause });
  }
  const result = z.record(z.string(), z.union([z.string(), z.number()]).transform(String)).safeParse(parsed);
  if (!result.success) throw new StartError({ name: 'configWithoutSettings', values: { path } });
  const unknown = Object.keys(result.data).find((name) => !Object.hasOwn(settings, name));
  if (unknown !== undefined) throw new StartError({ name: 'unknownSetting', values: { setting: unknown, path } });
  return result.data;
};

type Value<Name extends SettingName> = z.output<(typeof settings)[Name]['schema']>;

type NameWithDefault = {
  [Name in SettingName]: (typeof settings)[Name]['fallback'] extends string ? Name : never;
}[SettingName];

/** A setting's text, and where it was found. */
interface Given {
  text: string;
  from: string;
}

/** @throws StartError for an invalid value */
const parseSetting = <Name extends SettingName>(name: Name, { text, from }: Given): Value<Name> => {
  const setting: Setting = settings[name];
  const result = setting.schema.safeParse(text, { error: plainReason });
  // The schema of this name made the value, which TypeScript can't follow through the table.
  if (result.success) return result.data as Value<Name>;
  const value = setting.secret ? undefined : JSON.stringify(text);
  throw new StartError({ name: 'setting', values: { from, value, problem: result.error.issues[0]?.message } });
};

/** A proxy on the same computer is the usual setup behind a public URL. */
const loopbackRanges = ['127.0.0.0/8', '::1/128'];

/**
 * Reads the settings. Precedence: flags, variables, the file, defaults.
 * @throws StartError that names the first invalid value.
 */
export const readConfig = (
  flags: Partial<Record<SettingName, string>>,
  environment: Record<string, string | undefined>,
  configFile: string | undefined,
): Config => {
  const file = configFile === undefined ? {} : readFileSettings(configFile);
  const given = (name: SettingName): Given | undefined => {
    const variable = environment[variableOf(name)];
    const secretFile = isSecret(name) ? environment[`${variableOf(name)}_FILE`] : undefined;
    if (variable && secretFile) throw new StartError({ name: 'secretTwice', values: { variable: variableOf(name) } });
    const places = [
      { text: flags[name], from: `--${name}` },
      { text: variable === '' ? undefined : variable, from: variableOf(name) },
      { text: secretFile ? readSecretFile(secretFile) : undefined, from: `${variableOf(name)}_FILE` },
      { text: file[name], from: `${name} in ${configFile}` },
      ...((settings[name] as Setting).shared ?? []).map((shared) => ({
        text: environment[shared] || undefined,
        from: shared,
      })),
    ];
    for (const { text, from } of places) if (text !== undefined) return { text, from };
    return undefined;
  };
  const optional = <Name extends Exclude<SettingName, NameWithDefault>>(name: Name): Value<Name> | undefined => {
    const setting = given(name);
    return setting && parseSetting(name, setting);
  };
  const required = <Name extends NameWithDefault>(name: Name): Value<Name> =>
    parseSetting(name, given(name) ?? { text: settings[name].fallback, from: `the default of ${name}` });
  const reportOf = (name: SettingName): SettingReport => {
    const { text, from } = given(name) ?? { text: settings[name].fallback || null, from: 'default' };
    return { setting: name, value: text !== null && isSecret(name) ? '********' : text, source: from };
  };
  const host = required('host');
  const publicUrl = optional('public-url');
  const logFile = optional('log-file');
  const countryDatabase = optional('country-database');
  const backupDir = optional('backup-dir');
  const backupWithoutKeys = required('backup-without-keys');
  const backupPassphrase = optional('backup-passphrase');
  const databaseUrl = optional('database-url');
  const proxy = optional('https-proxy');
  const exceptions = required('no-proxy');
  const databaseServerLimits = {
    connections: required('database-pool'),
    connectMs: required('database-connect-timeout'),
    statementMs: required('database-statement-timeout'),
  };
  if (backupDir !== undefined && backupPassphrase === undefined && !backupWithoutKeys) {
    throw new StartError({ name: 'backupsNeedPassphrase', values: {} });
  }
  return Object.freeze({
    dataDir: resolve(required('data-dir')),
    host,
    port: required('port'),
    socketPath: optional('listen'),
    publicUrl,
    isPublicHttps: publicUrl?.startsWith('https://') === true,
    basePath: required('base-path'),
    smtpUrl: optional('smtp-url'),
    mailFrom: required('mail-from'),
    mailHostname: optional('mail-hostname') ?? (publicUrl === undefined ? undefined : mailNameOf(publicUrl)),
    bcryptCost: required('bcrypt-cost'),
    refuseCommonPasswords: required('refuse-common-passwords'),
    captcha: required('captcha'),
    leakedPasswordsUrl: optional('leaked-passwords-url'),
    countryDatabase: countryDatabase && resolve(countryDatabase),
    logLevel: required('log-level'),
    logFile: logFile && resolve(logFile),
    logFormat: required('log-format'),
    shutdownDelayMs: required('shutdown-delay'),
    rateLimits: required('rate-limits'),
    trustedProxies: optional('trusted-proxies') ?? (publicUrl === undefined ? [] : loopbackRanges),
    allowedHosts: required('allowed-hosts'),
    allowedOrigins: required('allowed-origins'),
    metricsToken: optional('metrics-token'),
    tracesUrl: optional('traces-url'),
    auditStreams: required('audit-stream'),
    auditStreamSecret: optional('audit-stream-secret'),
    extraCaCerts: optional('extra-ca-certs'),
    outgoingProxy: proxy === undefined ? undefined : { url: proxy, exceptions },
    signUps: optional('sign-ups'),
    signUpDomains: required('sign-up-domains'),
    allowPrivateProvider: required('allow-private-provider'),
    backupDir: backupDir && resolve(backupDir),
    backupEveryMs: required('backup-every'),
    backupKeep: required('backup-keep'),
    backupWithoutKeys,
    backupPassphrase,
    databaseServer: databaseUrl === undefined ? undefined : { url: databaseUrl, ...databaseServerLimits },
    isExposed: publicUrl !== undefined || !isLoopbackHost(host),
    checksAnswers: import.meta.url.endsWith('.ts') || environment.CASTELLAN_CHECK_ANSWERS === '1',
    unknownVariables: unknownVariables(environment),
    report: settingNames.map(reportOf),
  });
};
