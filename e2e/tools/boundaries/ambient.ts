/**
 * What code could take from its surroundings instead of being handed it, as a check or a test can't. Each has the files that
 * may: they hand it on, or are what the program begins with.
 */
export type Ambient =
  | 'clock'
  | 'code'
  | 'environment'
  | 'network'
  | 'processes'
  | 'randomness'
  | 'sql'
  | 'stopwatch'
  | 'timers'
  | 'variables'
  | 'zone';

interface Rule {
  /** The end of a line that begins with the file and the spelling. */
  readonly why: string;
  /** Folders and files, from the repository's root. */
  readonly may: readonly string[];
}

/** Who may take what: the only place that says so. Tests and `e2e` are held to the clock alone. */
export const ambient: Readonly<Record<Ambient, Rule>> = {
  clock: {
    why: 'the clock is passed in',
    may: [
      // What a program that uses the package doesn't give it.
      'main/client/surroundings.ts',
      'main/platform/clock.ts',
      'renderer/components/clock.ts',
    ],
  },
  stopwatch: {
    why: 'the clock is passed in',
    may: ['main/platform/fair-queue.ts', 'main/platform/heap.ts'],
  },
  randomness: {
    why: 'IDs and randomness are passed in',
    may: [
      // Names of folders.
      'main/backup/create-backup.ts',
      'main/cli/backup-verify.ts',
      'main/client/surroundings.ts',
      'main/backup/sealed-keys.ts',
      'main/app/compose-background.ts',
      'main/storage/database/engines/postgres',
      'main/desktop/profile.ts',
      'main/desktop/remotes/remote-list.ts',
      'main/desktop/shell-page.ts',
      'main/platform/ids.ts',
      'main/provider/connections.ts',
      'main/security/keys.ts',
      'main/security/password-worker.ts',
      'main/security/passwords.ts',
      'main/security/secret-box.ts',
      'main/security/signing-keys.ts',
      'main/transport/http/console.ts',
      'renderer/api/idempotency-link.ts',
      'renderer/api/live-updates.ts',
      'renderer/main.tsx',
    ],
  },
  environment: {
    why: 'settings are passed in',
    may: [
      'main/cli.ts',
      'main/cli',
      'main/client/file-lock.ts',
      'main/config/settings.ts',
      'main/desktop',
      'main/platform/clock.ts',
      'main/platform/data-folder.ts',
      'main/platform/gate/gate.ts',
      'main/platform/log-output.ts',
      'main/platform/system-error.ts',
      'main/security/password-worker.ts',
      'main/security/passwords.ts',
    ],
  },
  variables: {
    why: 'the program hands on the variables it was started with',
    may: ['main/cli.ts', 'main/desktop/start.ts'],
  },
  zone: { why: 'the time zone is passed in', may: ['renderer/components/clock.ts', 'renderer/components/dates.ts'] },
  network: {
    why: 'only main/platform/gate connects to anything, and in the console only renderer/api and renderer/parts',
    // By name, the functions of node:tls that say which certificates are trusted wouldn't link in an older Electron.
    // The mail library gets its sockets from the gate.
    // The desktop app reaches its own service, and the servers that people add, through Electron's sessions.
    may: [
      'main/client/surroundings.ts',
      'main/desktop/remotes/remote-request.ts',
      'main/desktop/scheme.ts',
      'main/mail/smtp.ts',
      'main/platform/extra-certificates.ts',
      'main/platform/gate',
      'renderer/api',
      'renderer/parts',
    ],
  },
  timers: {
    why: 'what decides waits for nothing; jobs and whoever started it do',
    may: [
      'main/app/app.ts',
      'main/cli',
      'main/client/surroundings.ts',
      'main/app/compose.ts',
      'main/storage/database/engines',
      'main/desktop',
      'main/service-commands/doctor',
      'main/jobs',
      'main/live',
      'main/mail/smtp.ts',
      'main/mail/worker.ts',
      'main/service-commands',
      'main/platform',
      'main/provider',
      'main/security/audit-removal.ts',
      'main/security/audit-verification.ts',
      'main/security/audit-verifications.ts',
      'main/transport/http',
      'main/webhooks',
      'renderer',
    ],
  },
  processes: {
    why: 'only commands start programs, and the app asks the desktop',
    // Electron's own way to register for links does nothing in an AppImage.
    may: ['main/cli', 'main/desktop/link-handler.ts', 'main/desktop/screen-reader.ts'],
  },
  code: {
    why: 'what runs is imported by its name',
    may: ['main/cli.ts', 'main/cli/electron.ts', 'main/transport/http/docs.ts', 'renderer/main.tsx'],
  },
  sql: { why: 'SQL belongs to the store', may: [] },
};

interface Global {
  readonly ambient: Ambient;
  /** Its members that take nothing from the surroundings. */
  readonly harmless?: readonly string[];
}

/** The globals that lead outside. */
export const globals: Readonly<Record<string, Global>> = {
  Date: { ambient: 'clock', harmless: ['UTC', 'parse'] },
  Temporal: { ambient: 'clock' },
  performance: { ambient: 'stopwatch' },
  // Every member but one computes; find-ambient.ts knows the one.
  Math: { ambient: 'randomness' },
  // find-ambient.ts knows that most members of `subtle` compute.
  crypto: { ambient: 'randomness' },
  // find-ambient.ts knows that all members but `env` are the environment.
  process: { ambient: 'variables', harmless: ['arch', 'platform', 'version', 'versions'] },
  Atomics: { ambient: 'timers' },
  EventSource: { ambient: 'network' },
  Image: { ambient: 'network' },
  RTCPeerConnection: { ambient: 'network' },
  SharedWorker: { ambient: 'processes' },
  WebSocket: { ambient: 'network' },
  WebTransport: { ambient: 'network' },
  Worker: { ambient: 'processes' },
  XMLHttpRequest: { ambient: 'network' },
  fetch: { ambient: 'network' },
  navigator: { ambient: 'network', harmless: ['languages', 'locks'] },
  setImmediate: { ambient: 'timers' },
  setInterval: { ambient: 'timers' },
  setTimeout: { ambient: 'timers' },
  AbortSignal: { ambient: 'timers', harmless: ['abort', 'any'] },
  Function: { ambient: 'code' },
  Reflect: { ambient: 'code' },
  eval: { ambient: 'code' },
  module: { ambient: 'code' },
  require: { ambient: 'code' },
};

/** Names of the object that has all globals as members; in the console also the window's. */
export const globalObjects = ['frames', 'global', 'globalThis', 'parent', 'self', 'top', 'window'] as const;

interface ModuleRule {
  readonly ambient: Ambient;
  /** The exports that lead outside. All, if absent. */
  readonly names?: readonly string[];
  /** Those that lead elsewhere. */
  readonly others?: Readonly<Record<string, Ambient>>;
  /** The exports that don't. */
  readonly harmless?: readonly string[];
}

const network = { ambient: 'network' } as const;
const code = { ambient: 'code' } as const;

/** The modules that lead outside, and which of their exports. The whole module, and its default export, always do. */
export const modules: Readonly<Record<string, ModuleRule>> = {
  bcryptjs: { ambient: 'randomness', names: ['genSalt', 'genSaltSync', 'hash', 'hashSync', 'setRandomFallback'] },
  child_process: { ambient: 'processes' },
  cluster: { ambient: 'processes' },
  crypto: {
    ambient: 'randomness',
    names: [
      'createDiffieHellman',
      'createECDH',
      'generateKey',
      'generateKeyPair',
      'generateKeyPairSync',
      'generateKeySync',
      'generatePrime',
      'generatePrimeSync',
      'getRandomValues',
      'pseudoRandomBytes',
      'randomBytes',
      'randomFill',
      'randomFillSync',
      'randomInt',
      'randomUUID',
      'subtle',
      'webcrypto',
    ],
  },
  dgram: network,
  dns: network,
  'dns/promises': network,
  electron: { ...network, names: ['net'] },
  http: { ...network, harmless: ['createServer'] },
  http2: { ...network, harmless: ['createServer'] },
  https: { ...network, harmless: ['createServer'] },
  fs: { ambient: 'randomness', names: ['mkdtemp', 'mkdtempSync'] },
  'fs/promises': { ambient: 'randomness', names: ['mkdtemp'] },
  inspector: code,
  jose: {
    ...network,
    names: ['createRemoteJWKSet'],
    others: { generateKeyPair: 'randomness', generateSecret: 'randomness' },
  },
  module: code,
  net: { ...network, harmless: ['createServer', 'isIP', 'isIPv4', 'isIPv6'] },
  nodemailer: { ...network, names: ['createTransport'] },
  os: { ambient: 'environment' },
  perf_hooks: { ambient: 'stopwatch' },
  process: { ambient: 'variables' },
  repl: code,
  sqlite: { ambient: 'sql' },
  timers: { ambient: 'timers' },
  'timers/promises': { ambient: 'timers' },
  tls: network,
  undici: network,
  vm: code,
  worker_threads: { ambient: 'processes' },
  ws: network,
};

/** Methods of a date that answer in the time zone of the computer. */
export const zoneMethods =
  /^(?:[gs]et(?:Date|Day|FullYear|Hours|Milliseconds|Minutes|Month|Seconds|TimezoneOffset|Year)|to(?:Date|Time)String)$/;

/** Functions of date-fns that read the clock themselves. All others count in the time zone of the dates they get. */
export const clockFunctions =
  /^(?:constructNow|formatDistanceToNow\w*|(?:is|startOf|endOf)(?:Today|Tomorrow|Yesterday)|is(?:Past|Future|This[A-Z]\w+))$/;
