import { shownMinute } from './clock.ts';

/** A path, the system's code of what failed there, and the user that Castellan runs as, if the system has one. */
interface Failed {
  at: string;
  code: string;
  uid: number | undefined;
}

/** A database, and what its server or the system says. */
interface AtPlace {
  place: string;
  problem: string;
}

/** Keys whose database is missing, or has nothing in it. */
interface KeysAlone {
  keys: string;
  database: string;
  isEmpty: boolean;
}

const keysAlone = ({ keys, database, isEmpty }: KeysAlone): string =>
  `${keys} exists, but its database ${database} is ${isEmpty ? 'empty' : 'missing'}. Restore both from the same backup`;

const user = (uid: number | undefined): string => (uid === undefined ? '' : ` (uid ${uid})`);

/**
 * Why Castellan can't start, and what to do, as one line each. This is what the command line and the log say; the
 * desktop app says the same in the language of the person.
 */
export const startReasons = {
  ownAccess: ({ at, code, uid }: Failed) =>
    `Castellan can't access ${at}. Make the user that runs it${user(uid)} the owner of the data folder and its files (${code})`,
  chosenAccess: ({ at, code, uid }: Failed) =>
    `Castellan can't access ${at}. Give the user that runs it${user(uid)} access to it, or choose another path (${code})`,
  ownReadOnly: ({ at, code, uid }: Failed) =>
    `${at} is read-only. Mount its file system for writing, or give the user that runs Castellan${user(uid)} write access (${code})`,
  chosenReadOnly: ({ at, code }: Failed) =>
    `${at} is read-only for Castellan. If it runs as a systemd unit, add the folder to ReadWritePaths; otherwise mount its file system for writing (${code})`,
  full: ({ at, code }: Failed) => `The disk that holds ${at} is full. Free some space (${code})`,
  io: ({ at, code }: Failed) =>
    `The disk failed to read or write ${at}. Check the disk; the file itself may be intact (${code})`,
  openFiles: ({ at, code }: Failed) =>
    `Castellan can't open ${at}: it seems to have as many files open as its limit allows. Raise the limit: LimitNOFILE in the systemd unit, or ulimit -n (${code})`,
  systemOpenFiles: ({ at, code }: Failed) =>
    `The computer has too many open files, so Castellan can't open ${at}. Stop a program, or raise the system's limit (${code})`,
  memory: ({ at, code }: Failed) => `There is not enough memory for ${at}. Stop a program, or add memory (${code})`,
  missing: ({ at, code }: Failed) => `${at} doesn't exist. Create it, or correct the path (${code})`,
  notBelowFolder: ({ at, code }: Failed) =>
    `${at} is not a folder, or lies below something that isn't one. Correct the path (${code})`,
  exists: ({ at, code }: Failed) =>
    `${at} exists, and is not what Castellan needs there. Move it away, or choose another path (${code})`,
  isFolder: ({ at, code }: Failed) => `${at} is a folder, not a file. Correct the path (${code})`,
  endlessLinks: ({ at, code }: Failed) =>
    `${at} leads through symbolic links that never end. Correct the links (${code})`,
  longPath: ({ at, code }: Failed) => `The path ${at} is too long. Choose a shorter one (${code})`,

  portInUse: ({ host, port }: { host: string; port: number }) =>
    `Port ${port} on ${host} is in use by another program. Stop it, or choose another port with --port`,
  portNotAllowed: ({ host, port }: { host: string; port: number }) =>
    `Port ${port} on ${host} requires more privileges. Choose a port above 1023 with --port`,
  hostElsewhere: ({ host }: { host: string }) =>
    `${host} is not an address of this computer. Choose another with --host`,
  portOpenFiles: ({ host, port }: { host: string; port: number }) =>
    `Castellan has as many files open as its limit allows, and can't listen on ${host}:${port}. Raise the limit: LimitNOFILE in the systemd unit, or ulimit -n`,
  cannotListen: ({ host, port, problem }: { host: string; port: number; problem: string }) =>
    `Can't listen on ${host}:${port}: ${problem}`,

  unfinishedRestore: ({ folder }: { folder: string }) =>
    `A restore into ${folder} didn't finish. Run castellan restore again`,
  otherOwner: ({ path, uid }: { path: string; uid: number }) =>
    `${path} belongs to another user (uid ${uid}). Run this command as that user, for example with runuser; otherwise Castellan couldn't use what it creates`,
  noFolder: ({ folder }: { folder: string }) => `The data folder ${folder} is not a folder`,
  openFolder: ({ folder }: { folder: string }) =>
    `The data folder ${folder} can be accessed by other users and contains other files. Run chmod 700 on it first`,
  brokenLink: ({ path }: { path: string }) => `${path} is a symbolic link that leads nowhere`,
  link: ({ path }: { path: string }) => `${path} is a symbolic link, which is not allowed`,
  notAFile: ({ path }: { path: string }) => `${path} is not a file`,
  openFile: ({ path }: { path: string }) => `${path} can be read by other users. Run chmod 600 on it`,

  running: ({ folder }: { folder: string }) => `Castellan is already running on ${folder}`,
  damaged: ({ file, problem }: { file: string; problem: string }) =>
    `${file} is damaged: ${problem}. It was not changed`,
  unreadable: ({ place, problem }: { place: string; problem: string }) => `Can't read ${place}: ${problem}`,
  newer: ({ place, migration }: { place: string; migration: string | undefined }) =>
    `${place} was written by a newer version of Castellan (migration ${migration}). It was not changed`,
  beforeFirstRelease: ({ place }: { place: string }) =>
    `${place} was written before the release of Castellan 0.1.0, and can't be upgraded. Keep using the version that wrote it, or start with an empty data folder. It was not changed`,
  migrationFailed: ({ migration }: { migration: string }) => `Database migration failed (${migration})`,

  keysMissing: ({ keys, database }: { keys: string; database: string }) =>
    `${keys} is missing. Restore it from the same backup as ${database}`,
  keysOfAnother: ({ keys, database }: { keys: string; database: string }) =>
    `${keys} doesn't belong to ${database}. Restore both from the same backup`,
  keysAlone: (found: KeysAlone) => `${keysAlone(found)}. To start over instead, move ${found.keys} away`,
  keysAloneAfterUse: (found: KeysAlone & { auditHeads: string }) =>
    `${keysAlone(found)}. ${found.auditHeads} shows that there was one. To start over instead, move both files away`,
  keysAloneTooLate: (found: KeysAlone & { until: string }) =>
    `${keysAlone(found)}. To start over instead, run castellan keys generate: the keys in ${found.keys} could do so until ${shownMinute(found.until)}`,
  keyRetired: ({ keys, database, kid }: { keys: string; database: string; kid: string }) =>
    `${keys} no longer has the key ${kid} that ${database} was sealed with: it was retired later. Restore both from the same backup`,
  damagedFile: ({ path }: { path: string }) => `${path} is damaged`,

  setting: ({ from, value, problem }: { from: string; value: string | undefined; problem: string | undefined }) =>
    `${from}: ${value ?? 'its value'} is invalid (${problem})`,
  busyDatabase: ({ problem }: { problem: string }) => `The database can't be used for now: ${problem}`,
  network: ({ problem }: { problem: string }) => `The network connection failed: ${problem}`,
  unexpected: ({ problem }: { problem: string }) => `Something unexpected failed: ${problem}`,

  countriesMissing: ({ path }: { path: string }) => `--country-database ${path}: there is no such file`,
  countriesUnreadable: ({ path, code }: { path: string; code: string }) =>
    `--country-database ${path}: it can't be read (${code})`,
  countriesBroken: ({ path }: { path: string }) =>
    `--country-database ${path}: it isn't a complete file in MaxMind's DB format`,
  countriesOther: ({ path, type }: { path: string; type: string }) =>
    `--country-database ${path}: it has no countries (${type})`,
  configUnreadable: ({ path, problem }: { path: string; problem: string }) =>
    `Can't read the configuration file ${path}: ${problem}`,
  configWithoutSettings: ({ path }: { path: string }) =>
    `The configuration file ${path} must contain a JSON object of settings`,
  unknownSetting: ({ setting, path }: { setting: string; path: string }) => `Unknown setting ${setting} in ${path}`,
  secretTwice: ({ variable }: { variable: string }) => `Set ${variable} or ${variable}_FILE, not both`,
  backupsNeedPassphrase: (_: object) =>
    '--backup-dir needs a passphrase for the keys: set CASTELLAN_BACKUP_PASSPHRASE or CASTELLAN_BACKUP_PASSPHRASE_FILE. Or leave the keys out with --backup-without-keys on, and keep keys.json elsewhere',
  noCertificate: ({ file }: { file: string }) => `${file} contains no PEM certificate`,
  desktopOnSocket: (_: object) =>
    "The desktop app can't listen on a Unix socket. Remove --listen, or run castellan serve",
  keyTooShort: ({ kid, bits }: { kid: string; bits: number }) => `Key ${kid} is shorter than ${bits} bits`,
  noKey: (_: object) => 'The key file contains no key',
  setUpElsewhere: (_: object) =>
    'Another instance has just set up this database. Copy its keys.json here, and start again',

  urlMalformed: (_: object) => 'The database URL must look like postgres://USER:PASSWORD@HOST:5432/DATABASE',
  urlNames: (_: object) => 'The database URL must name a host and a database',
  urlPorts: (_: object) => 'The database URL must have one port, or as many ports as hosts',
  urlPort: ({ port }: { port: string }) => `The database URL has a wrong port ${port}`,
  urlParameter: ({ parameter, known }: { parameter: string; known: string }) =>
    `The database URL has an unknown parameter ${parameter}. It may have ${known}`,
  urlSslMode: ({ modes }: { modes: string }) => `The database URL's sslmode must be one of ${modes}`,
  urlCertificate: ({ path, problem }: { path: string; problem: string }) =>
    `Can't read the sslrootcert ${path} of the database URL: ${problem}`,
  urlReplica: (_: object) =>
    "Castellan can't use a replica, so the database URL's target_session_attrs must be primary, read-write or any",

  databaseTooOld: ({ place }: { place: string }) => `${place} runs on a server older than PostgreSQL 14`,
  databaseWithoutSchema: ({ place }: { place: string }) => `${place} has no schema that its user may use`,
  databaseCollation: ({ place, encoding, collation }: { place: string; encoding: string; collation: string }) =>
    `${place} has the encoding ${encoding} and the collation ${collation}. Create one with: createdb --template template0 --encoding UTF8 --locale C NAME`,
  databaseSignIn: ({ place, problem }: AtPlace) => `${place} refused the user or the password: ${problem}`,
  databaseMissing: ({ place }: { place: string }) => `${place} doesn't exist`,
  databaseRights: ({ place, problem }: AtPlace) => `${place} refuses its user: ${problem}`,
  databaseTls: ({ place, problem }: AtPlace) => `${place} can't be reached over TLS: ${problem}`,
  databaseFull: ({ place, problem }: AtPlace) => `${place} is on a server whose disk is full: ${problem}`,
  databaseWithoutPrimary: ({ place, problem }: AtPlace) => `${place} ${problem}`,
  databaseReadOnly: ({ place, problem }: AtPlace) => `${place} accepts no writes: ${problem}`,
  databaseUnreachable: ({ place, problem }: AtPlace) => `${place} can't be reached: ${problem}`,
  databaseOfAnother: ({ place }: { place: string }) =>
    `${place} holds tables of another program. Use a database of its own. It was not changed`,
  databasePooler: ({ place }: { place: string }) =>
    `${place} is behind a pooler that shares connections between transactions. Use one in session mode (pool_mode = session in PgBouncer), or connect to the server itself`,
  databaseMigration: ({ place, migration }: { place: string; migration: string }) =>
    `${place} couldn't be migrated (${migration})`,
  olderInstances: ({ place }: { place: string }) =>
    `${place} is in use by instances that are too old to run beside this version. Upgrade them to the version before this one first, or stop them`,
};

export type StartReasonName = keyof typeof startReasons;
export type StartReasonTexts = typeof startReasons;
type ValuesOf<Name extends StartReasonName> = Parameters<StartReasonTexts[Name]>[0];

/** A reason with its values, which any language can tell. */
export type StartReason = { [Name in StartReasonName]: { name: Name; values: ValuesOf<Name> } }[StartReasonName];

export const tellReason = ({ name, values }: StartReason, texts: StartReasonTexts): string =>
  // The name and the values are of one kind, which TypeScript can't follow through the table.
  (texts[name] as (values: unknown) => string)(values);
