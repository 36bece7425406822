import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { backupPassphraseLength } from '#shared/rules/limits.ts';
import { signUpModes } from '#shared/rules/sign-ups.ts';
import { upperAscii } from '#shared/text-input/ascii-case.ts';
import {
  basePath,
  domains,
  duration,
  hosts,
  httpOrigin,
  inSeconds,
  integer,
  mailServerUrl,
  onOff,
  origins,
  proxyExceptions,
  proxyRanges,
  proxyUrl,
  sender,
  shortDuration,
  signingSecret,
  streamTargets,
  unixSocket,
} from './setting-schemas.ts';

export interface Setting {
  schema: z.ZodType;
  fallback: string | undefined;
  help: string;
  /** Never print this one: it may hold a password. */
  secret?: true;
  /** Variables that programs share, which count if ours isn't set. */
  shared?: readonly string[];
}

/** Empty for a user without a home folder, such as a container's user that /etc/passwd doesn't have. */
const defaultDataDir = (): string => {
  try {
    return homedir() && join(homedir(), '.castellan');
  } catch {
    // The setting is then required, and a message says so.
    return '';
  }
};

/** Every setting by its flag. The variable is `CASTELLAN_` plus the upper-cased name; the file uses the flag's name. */
export const settings = {
  'data-dir': {
    schema: z.string().min(1, 'this user has no home folder, so name the data folder with --data-dir'),
    fallback: defaultDataDir(),
    help: 'Folder for the database and keys',
  },
  'database-url': {
    schema: z.string().regex(/^postgres(ql)?:\/\/./, 'must look like postgres://USER:PASSWORD@HOST/DATABASE'),
    fallback: undefined,
    secret: true,
    help: 'PostgreSQL database that instances share, such as postgres://castellan:password@db.example.org/castellan; if unset, a file in the data folder',
  },
  'database-pool': {
    schema: integer(2, 500),
    fallback: '4',
    help: 'Connections to that database for reads, and as many for writes; one more listens for changes',
  },
  'database-connect-timeout': {
    schema: integer(1, 120).transform(inSeconds),
    fallback: '5',
    help: 'Seconds to wait for a connection to that database',
  },
  'database-statement-timeout': {
    schema: integer(1, 600).transform(inSeconds),
    fallback: '30',
    help: 'Seconds after which that database ends a statement',
  },
  host: { schema: z.string().min(1), fallback: '127.0.0.1', help: 'Address to listen on' },
  port: { schema: integer(0, 65_535), fallback: '4310', help: 'Port to listen on; 0 picks a free port' },
  listen: {
    schema: unixSocket,
    fallback: undefined,
    help: 'Unix socket to listen on instead of host and port, such as unix:/run/castellan/http.sock; needs --public-url',
  },
  'public-url': {
    schema: httpOrigin.transform((text) => new URL(text).origin),
    fallback: undefined,
    help: 'URL where browsers reach the console, if not host and port; base of links in email',
  },
  'base-path': {
    schema: basePath,
    fallback: '/',
    help: 'Path of the console behind a proxy, such as /castellan; the proxy passes it on',
  },
  'smtp-url': {
    schema: mailServerUrl,
    fallback: undefined,
    secret: true,
    help: 'Mail server, such as smtp://user:password@mail.example:587; if unset, set it in the console',
  },
  'mail-from': {
    schema: sender,
    fallback: 'Castellan <castellan@localhost>',
    help: 'Sender of email, such as Castellan <castellan@example.com>',
  },
  'mail-hostname': {
    schema: z.hostname('must be a host name such as castellan.example.com'),
    fallback: undefined,
    help: 'Name that this server gives itself to mail servers; if unset, the host of --public-url',
  },
  'bcrypt-cost': { schema: integer(10, 15), fallback: '12', help: 'bcrypt cost of password hashes, 10 to 15' },
  'refuse-common-passwords': {
    schema: z.enum(['on', 'off']).transform((text) => text === 'on'),
    fallback: 'off',
    help: 'Refuse passwords that are easy to guess: on or off',
  },
  'leaked-passwords-url': {
    schema: httpOrigin,
    fallback: undefined,
    help: 'Server that is asked whether new passwords were leaked, such as https://api.pwnedpasswords.com; if unset, none is asked',
  },
  'country-database': {
    schema: z.string().min(1),
    fallback: undefined,
    help: "File in MaxMind's DB format by which sign-ins show their country; nothing is asked of the network",
  },
  captcha: {
    schema: onOff,
    fallback: 'off',
    help: 'Ask browsers for a proof of work on sign-up, forgotten passwords, sign-in links, and sign-ins after wrong passwords: on or off',
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
  'shutdown-delay': {
    schema: shortDuration(60),
    fallback: '0s',
    help: 'How long to keep serving after SIGTERM while /readyz answers 503, so that a proxy can choose another instance, such as 15s; at most 60s',
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
  'traces-url': {
    schema: z.url({ protocol: /^https?$/ }),
    fallback: undefined,
    help: 'OpenTelemetry collector that receives traces over HTTP, such as http://127.0.0.1:4318; if unset, no traces are sent',
  },
  'audit-stream': {
    schema: streamTargets,
    fallback: '',
    secret: true,
    help: 'Where every entry of the audit logs is sent, such as file:///var/log/castellan/audit.jsonl, syslog+tls://logs.example:6514 or https://logs.example/castellan, separated by commas',
  },
  'audit-stream-secret': {
    schema: signingSecret,
    fallback: undefined,
    secret: true,
    help: 'Signs what is sent to https:// by Standard Webhooks, such as whsec_ and 32 random bytes in Base64; if unset, it is not signed',
  },
  'extra-ca-certs': {
    schema: z.string().min(1),
    fallback: undefined,
    help: 'PEM file of certificate authorities to trust for mail, hosting and audit streams, in addition to the default ones',
  },
  'https-proxy': {
    schema: proxyUrl,
    fallback: undefined,
    secret: true,
    shared: ['https_proxy', 'HTTPS_PROXY'],
    help: 'Proxy through which requests to hosting providers leave, such as http://user:password@proxy.example:3128; if unset, the variable HTTPS_PROXY',
  },
  'no-proxy': {
    schema: proxyExceptions,
    fallback: '',
    shared: ['no_proxy', 'NO_PROXY'],
    help: 'Names, addresses and ranges that are reached without that proxy, separated by commas; if unset, the variable NO_PROXY',
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
    help: 'Separate folder for scheduled backups; if unset, none are made',
  },
  'backup-every': { schema: duration, fallback: '24h', help: 'Time between backups, such as 30m, 12h or 7d' },
  'backup-keep': { schema: integer(1, 10_000), fallback: '7', help: 'How many backups to keep in --backup-dir' },
  'backup-without-keys': {
    schema: onOff,
    fallback: 'off',
    help: 'Leave the keys out of the backups in --backup-dir: on or off',
  },
  'backup-passphrase': {
    schema: z.string().min(backupPassphraseLength.min, `must have at least ${backupPassphraseLength.min} characters`),
    fallback: undefined,
    secret: true,
    help: 'Encrypts the keys in backups',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];

/** `data-dir` → `CASTELLAN_DATA_DIR`. */
export const variableOf = (name: SettingName): string => `CASTELLAN_${upperAscii(name).replaceAll('-', '_')}`;

export const isSecret = (name: SettingName): boolean => (settings[name] as Setting).secret === true;

/** Variables that no setting has. */
const otherVariables = [
  'CASTELLAN_CONFIG',
  'CASTELLAN_UPDATE_FEED',
  'CASTELLAN_CHECK_ANSWERS',
  // Of commands that work with another server.
  'CASTELLAN_URL',
  'CASTELLAN_API_KEY',
];

/** Every variable that Castellan reads. Secrets can also come from a file that `…_FILE` names. */
export const knownVariables: readonly string[] = [
  ...settingNames.map(variableOf),
  ...settingNames.filter(isSecret).map((name) => `${variableOf(name)}_FILE`),
  ...otherVariables,
];
