import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type SignUpMode, signUpModes } from '#shared/sign-ups.ts';
import { readSecretFile } from './platform/secret-file.ts';
import { StartError } from './platform/start-error.ts';
import {
  domains,
  duration,
  hosts,
  httpOrigin,
  integer,
  isLoopbackHost,
  onOff,
  origins,
  proxyRanges,
} from './setting-schemas.ts';

interface Setting {
  schema: z.ZodType;
  fallback: string | undefined;
  help: string;
  /** Never print this one: it may hold a password. */
  secret?: true;
}

/** Every setting by its flag. The variable is `CASTELLAN_` plus the upper-cased name; the file uses the flag's name. */
export const settings = {
  'data-dir': {
    schema: z.string().min(1),
    fallback: join(homedir(), '.castellan'),
    help: 'Folder for the database and keys',
  },
  host: { schema: z.string().min(1), fallback: '127.0.0.1', help: 'Address to listen on' },
  port: { schema: integer(0, 65_535), fallback: '4310', help: 'Port to listen on; 0 picks a free port' },
  'public-url': {
    schema: httpOrigin.transform((text) => new URL(text).origin),
    fallback: undefined,
    help: 'URL where browsers reach the console, if not host and port; base of links in email',
  },
  'smtp-url': {
    schema: z.url({ protocol: /^smtps?$/ }),
    fallback: undefined,
    secret: true,
    help: 'Mail server, such as smtp://user:password@mail.example:587; if unset, set it in the console',
  },
  'mail-from': {
    schema: z.string().regex(/^[^\r\n]+$/),
    fallback: 'Castellan <castellan@localhost>',
    help: 'Sender of email',
  },
  'bcrypt-cost': { schema: integer(10, 15), fallback: '12', help: 'bcrypt cost of password hashes, 10 to 15' },
  'refuse-common-passwords': {
    schema: z.enum(['on', 'off']).transform((text) => text === 'on'),
    fallback: 'off',
    help: 'Refuse common passwords even if they have upper case, lower case and a digit: on or off',
  },
  'log-level': {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    fallback: 'info',
    help: 'Log level: fatal, error, warn, info, debug, trace or silent',
  },
  'log-file': {
    schema: z.string().min(1),
    fallback: undefined,
    help: 'File to log to instead of stderr; SIGHUP opens it again',
  },
  'log-format': {
    schema: z.enum(['json', 'pretty']),
    fallback: 'json',
    help: 'Log format: json, or pretty for people',
  },
  'rate-limits': {
    schema: onOff,
    fallback: 'on',
    help: 'Rate limits: on or off',
  },
  'trusted-proxies': {
    schema: proxyRanges,
    fallback: undefined,
    help: 'Proxies whose X-Forwarded-For header is trusted, as addresses or CIDR ranges separated by commas, or none; if unset, loopback addresses when --public-url is set',
  },
  'allowed-hosts': {
    schema: hosts,
    fallback: '',
    help: 'More host names to answer to, with their ports, such as castellan:4310, separated by commas',
  },
  'allowed-origins': {
    schema: origins,
    fallback: '',
    help: 'Origins whose pages may call the API with a bearer token (CORS), such as https://app.example, separated by commas',
  },
  'metrics-token': {
    schema: z.string().regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 printable characters without spaces'),
    fallback: undefined,
    secret: true,
    help: 'Bearer token for /metrics; if unset, only this computer may read it',
  },
  'extra-ca-certs': {
    schema: z.string().min(1),
    fallback: undefined,
    help: 'PEM file of certificate authorities to trust for mail and hosting, in addition to the default ones',
  },
  'sign-ups': {
    schema: z.enum(signUpModes),
    fallback: undefined,
    help: 'Who may create an account: open, invited or closed; if unset, open as long as only this computer can connect, else invited',
  },
  'sign-up-domains': {
    schema: domains,
    fallback: '',
    help: 'Email domains that may sign up, separated by commas; if unset, any. Invitations may go to any domain',
  },
  'allow-private-provider': {
    schema: onOff,
    fallback: 'off',
    help: 'Whether every team may use a hosting provider at a private address, not just the first team: on or off',
  },
  'backup-dir': {
    schema: z.string().min(1),
    fallback: undefined,
    help: 'Folder of its own for backups that Castellan makes by itself; if unset, it makes none',
  },
  'backup-every': { schema: duration, fallback: '24h', help: 'Time between backups, such as 30m, 12h or 7d' },
  'backup-keep': { schema: integer(1, 10_000), fallback: '7', help: 'How many backups to keep in --backup-dir' },
  'backup-without-keys': {
    schema: onOff,
    fallback: 'off',
    help: 'Leave the keys out of the backups in --backup-dir: on or off',
  },
  'backup-passphrase': {
    schema: z.string().min(12, 'must have at least 12 characters'),
    fallback: undefined,
    secret: true,
    help: 'Encrypts the keys in backups',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];

/** `data-dir` → `CASTELLAN_DATA_DIR`. */
export const variableOf = (name: SettingName): string => `CASTELLAN_${name.toUpperCase().replaceAll('-', '_')}`;

const isSecret = (name: SettingName): boolean => (settings[name] as Setting).secret === true;

/** Variables that no setting has. */
const otherVariables = ['CASTELLAN_CONFIG', 'CASTELLAN_UPDATE_FEED', 'CASTELLAN_CHECK_ANSWERS'];

/** Every variable that Castellan reads. Secrets can also come from a file that `…_FILE` names. */
export const knownVariables: readonly string[] = [
  ...settingNames.map(variableOf),
  ...settingNames.filter(isSecret).map((name) => `${variableOf(name)}_FILE`),
  ...otherVariables,
];

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
  readonly publicUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly bcryptCost: number;
  readonly refuseCommonPasswords: boolean;
  readonly logLevel: string;
  /** An absolute path. Undefined for stderr. */
  readonly logFile: string | undefined;
  readonly logFormat: 'json' | 'pretty';
  readonly rateLimits: boolean;
  readonly trustedProxies: readonly string[];
  /** In lower case, with ports. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly metricsToken: string | undefined;
  /** A PEM file. */
  readonly extraCaCerts?: string | undefined;
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
  /** Whether the settings let other computers connect. */
  readonly isExposed: boolean;
  /** Every setting, with where it comes from. */
  readonly report: readonly SettingReport[];
}

const readFileSettings = (path: string): Record<string, string> => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new StartError(`Can't read the configuration file ${path}: ${(cause as Error).message}`, { cause });
  }
  const result = z.record(z.string(), z.union([z.string(), z.number()]).transform(String)).safeParse(parsed);
  if (!result.success) throw new StartError(`The configuration file ${path} must contain a JSON object of settings`);
  const unknown = Object.keys(result.data).find((name) => !Object.hasOwn(settings, name));
  if (unknown !== undefined) throw new StartError(`Unknown setting ${unknown} in ${path}`);
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
  const result = setting.schema.safeParse(text);
  // The schema of this name made the value, which TypeScript can't follow through the table.
  if (result.success) return result.data as Value<Name>;
  const shown = setting.secret ? 'its value' : JSON.stringify(text);
  throw new StartError(`${from}: ${shown} is invalid (${result.error.issues[0]?.message})`);
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
    if (variable && secretFile) throw new StartError(`Set ${variableOf(name)} or ${variableOf(name)}_FILE, not both`);
    const places = [
      { text: flags[name], from: `--${name}` },
      { text: variable === '' ? undefined : variable, from: variableOf(name) },
      { text: secretFile ? readSecretFile(secretFile) : undefined, from: `${variableOf(name)}_FILE` },
      { text: file[name], from: `${name} in ${configFile}` },
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
  const backupDir = optional('backup-dir');
  const backupWithoutKeys = required('backup-without-keys');
  const backupPassphrase = optional('backup-passphrase');
  if (backupDir !== undefined && backupPassphrase === undefined && !backupWithoutKeys) {
    throw new StartError(
      '--backup-dir needs a passphrase for the keys: set CASTELLAN_BACKUP_PASSPHRASE or CASTELLAN_BACKUP_PASSPHRASE_FILE. Or leave the keys out with --backup-without-keys on, and keep keys.json elsewhere',
    );
  }
  return Object.freeze({
    dataDir: resolve(required('data-dir')),
    host,
    port: required('port'),
    publicUrl,
    smtpUrl: optional('smtp-url'),
    mailFrom: required('mail-from'),
    bcryptCost: required('bcrypt-cost'),
    refuseCommonPasswords: required('refuse-common-passwords'),
    logLevel: required('log-level'),
    logFile: logFile && resolve(logFile),
    logFormat: required('log-format'),
    rateLimits: required('rate-limits'),
    trustedProxies: optional('trusted-proxies') ?? (publicUrl === undefined ? [] : loopbackRanges),
    allowedHosts: required('allowed-hosts'),
    allowedOrigins: required('allowed-origins'),
    metricsToken: optional('metrics-token'),
    extraCaCerts: optional('extra-ca-certs'),
    signUps: optional('sign-ups'),
    signUpDomains: required('sign-up-domains'),
    allowPrivateProvider: required('allow-private-provider'),
    backupDir: backupDir && resolve(backupDir),
    backupEveryMs: required('backup-every'),
    backupKeep: required('backup-keep'),
    backupWithoutKeys,
    backupPassphrase,
    isExposed: publicUrl !== undefined || !isLoopbackHost(host),
    report: settingNames.map(reportOf),
  });
};
