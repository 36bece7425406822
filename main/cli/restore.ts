import { readdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { createService } from '../app/compose.ts';
import { partNames } from '../backup/manifest.ts';
import { assertEmpty, moveToDatabaseServer } from '../backup/move-installation.ts';
import { beginRestore, type Restore } from '../backup/restore-folder.ts';
import { type UnpackedBackup, unpackBackup } from '../backup/unpack-backup.ts';
import type { Config } from '../config/config.ts';
import type { DatabaseServer } from '../config/database-server.ts';
import { systemClock } from '../platform/clock.ts';
import { type DataFolder, dataFolder } from '../platform/data-folder.ts';
import { createPrivateFile } from '../platform/private-file.ts';
import { StartError } from '../platform/start-error.ts';
import { explainStorageErrors } from '../platform/storage-error.ts';
import { recordRestore } from '../services/identity/record-restore.ts';
import { databasePlace } from '../storage/database/database-place.ts';
import { listLiveApiKeys } from '../storage/store/identity/api-keys.ts';
import { listLiveServiceKeys } from '../storage/store/service-accounts/service-account-keys.ts';
import { listAdministrators } from '../storage/store/team/tenants.ts';
import { passphraseOption, readBackupConfig, readKeysOption } from './backup.ts';
import { type Arguments, jsonSwitch, type Option } from './command.ts';
import { printLine } from './print.ts';

export const restoreOptions: Readonly<Record<string, Option>> = {
  ...passphraseOption,
  'keys-file': { value: 'FILE', help: 'The keys.json of the installation, for a backup without keys' },
};

export const restoreSwitches: Readonly<Record<string, string>> = {
  ...jsonSwitch,
  'accept-unsigned': 'Restore a backup without a signature, which anyone may have changed',
};

/** More lines than this would hide the rest. */
const listed = 50;

/** What is left to do after a restore. */
interface Restored {
  created_at: string;
  version: string;
  ended_sessions: number;
  /** Keys that work again, even if they were revoked since. */
  api_keys: { email: string; prefix: string; name: string }[];
  /** The same of service accounts. */
  service_account_keys: { organization: string; account: string; role: string; prefix: string; name: string }[];
  /** Owners and admins, with the passwords they had then. */
  administrators: { email: string; role: string; organization: string }[];
  /** Whether an owner of the first team has to release it. */
  mail_on_hold: true;
  /** False only with --accept-unsigned. */
  authenticated: boolean;
  /** The ID of the key that signed the backup. Null if it has no signature. */
  signed_with: string | null;
}

const section = (title: string, lines: readonly string[]): string[] => [
  `${title}: ${lines.length}`,
  ...lines.slice(0, listed).map((line) => `  ${line}`),
  ...(lines.length > listed ? [`  and ${lines.length - listed} more`] : []),
];

/** @throws StartError without keys, or for a backup that anyone may have changed, unless the operator takes the risk */
const admit =
  (acceptUnsigned: boolean) =>
  ({ manifest, keys, authenticity }: UnpackedBackup): string => {
    if (keys === undefined) {
      throw new StartError(
        manifest.keys === 'sealed'
          ? 'the keys in it are encrypted. Give its passphrase with --passphrase-file or CASTELLAN_BACKUP_PASSPHRASE'
          : 'it contains no keys. Give the keys.json of the installation with --keys-file',
      );
    }
    if (!authenticity.isAuthentic && !acceptUnsigned) {
      throw new StartError(
        `its signature ${authenticity.why}, so anyone may have changed it. If you know where it was since it was made, add --accept-unsigned`,
      );
    }
    return keys;
  };

/** Unpacks and checks the backup, and completes the data folder with the keys. */
const unpackInto = async ({ staging }: Restore, file: string, config: Config, given: Arguments) => {
  const admitted = admit(given.switches.has('accept-unsigned'));
  const unpacked = await unpackBackup(
    file,
    staging.path,
    { passphrase: config.backupPassphrase, keys: readKeysOption(given) },
    { admit: admitted },
  );
  await createPrivateFile(staging.keys, admitted(unpacked));
  await rm(join(staging.path, partNames.manifest));
  await rm(join(staging.path, partNames.signature), { force: true });
  await rm(join(staging.path, partNames.keys), { force: true });
  return unpacked;
};

/** Migrates the restored database, ends what must not come back, and says what an operator should look at. */
const settle = async (
  config: Config,
  { manifest: { created_at: createdAt, version }, authenticity }: UnpackedBackup,
): Promise<Restored> => {
  const service = await createService(config);
  try {
    const { db, clock } = service.context;
    const { sessions } = await db.transaction({}, (tx) => recordRestore(service.context, tx, { createdAt, version }));
    // The backup was verified, and the operator decided to continue from it.
    await service.context.auditAnchors.accept();
    const keys = await listLiveApiKeys(db.read, clock.now());
    const services = await listLiveServiceKeys(db.read, clock.now());
    const admins = await listAdministrators(db.read);
    return {
      created_at: createdAt,
      version,
      ended_sessions: sessions,
      api_keys: keys.map(({ email, prefix, name }) => ({ email, prefix, name })),
      service_account_keys: services.map(({ organization, account, role, prefix, name }) => ({
        organization,
        account,
        role,
        prefix,
        name,
      })),
      administrators: admins.map(({ email, role, tenant }) => ({ email, role, organization: tenant })),
      mail_on_hold: true,
      authenticated: authenticity.isAuthentic,
      signed_with: authenticity.signer ?? null,
    };
  } finally {
    await service.stop();
  }
};

const linesOf = (
  path: string,
  { created_at, authenticated, ended_sessions, api_keys, service_account_keys, administrators }: Restored,
): string[] => [
  `Restored ${path} from the backup of ${created_at}`,
  ...(authenticated ? [] : ['Not authenticated: the backup has no signature, so check its accounts and roles']),
  `Sessions ended: ${ended_sessions}`,
  ...section(
    'API keys that work again, even if they were revoked since',
    api_keys.map(({ email, prefix, name }) => `${email}  ${prefix}…  ${name}`),
  ),
  ...section(
    'Keys of service accounts that work again, even if they were revoked since',
    service_account_keys.map(
      ({ organization, account, role, prefix, name }) => `${organization}  ${account} (${role})  ${prefix}…  ${name}`,
    ),
  ),
  ...section(
    'Owners and admins, with the passwords they had then',
    administrators.map(({ email, role, organization }) => `${email}  ${role}  ${organization}`),
  ),
  'Email is on hold until an owner of the first team releases it in the console',
];

/** Copies what was restored to a server, where the database and the sandbox then are. */
const moveToDatabase = async (staging: DataFolder, databaseServer: DatabaseServer): Promise<void> => {
  await moveToDatabaseServer(staging, databaseServer, { now: systemClock.now(), progress: () => {} });
  const file = basename(staging.database);
  for (const name of await readdir(staging.path)) {
    if (name.startsWith(file) || name === basename(staging.sandbox)) await rm(join(staging.path, name));
  }
};

/**
 * Restores a backup into an empty data folder, or its database into an empty one on a server. If anything fails, both are
 * empty again.
 */
export const restore = async (given: Arguments): Promise<number> => {
  process.umask(0o077);
  const config = readBackupConfig({ ...given, flags: { 'log-level': 'warn', ...given.flags } });
  const file = resolve(given.operands[0] ?? '');
  const folder = dataFolder(config.dataDir);
  const { databaseServer } = config;
  if (databaseServer) await assertEmpty(databasePlace(folder, databaseServer));
  const restoring = await beginRestore(folder);
  let restored: Restored;
  try {
    const unpacked = await unpackInto(restoring, file, config, given);
    const { staging } = restoring;
    restored = await settle({ ...config, dataDir: staging.path, databaseServer: undefined }, unpacked);
    if (databaseServer) await moveToDatabase(staging, databaseServer);
    await explainStorageErrors(folder.path, () => restoring.finish());
  } catch (error) {
    await restoring.abandon();
    throw error;
  }
  const lines = given.switches.has('json')
    ? [JSON.stringify({ data_dir: folder.path, ...restored })]
    : linesOf(folder.path, restored);
  for (const line of lines) await printLine(line);
  return 0;
};
