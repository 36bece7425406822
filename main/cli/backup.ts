import { resolve } from 'node:path';
import { assertComplete } from '../backup/assert-complete.ts';
import { createBackup } from '../backup/create-backup.ts';
import type { SigningKeys } from '../backup/manifest-signature.ts';
import { readConfig } from '../config/config.ts';
import { systemClock } from '../platform/clock.ts';
import { dataFolder } from '../platform/data-folder.ts';
import { readSecretFile } from '../platform/secret-file.ts';
import { StartError } from '../platform/start-error.ts';
import { parseKeyFile } from '../security/keys.ts';
import { databasePlace } from '../storage/database/database-place.ts';
import { type Arguments, jsonSwitch, type Option } from './command.ts';
import { printLine } from './print.ts';

/** Shared by the commands that read a backup. */
export const passphraseOption: Readonly<Record<string, Option>> = {
  'passphrase-file': {
    value: 'FILE',
    help: 'File that contains the passphrase of the backup; if unset, --backup-passphrase or its variable is used',
  },
};

export const backupOptions = passphraseOption;

export const backupSwitches: Readonly<Record<string, string>> = {
  ...jsonSwitch,
  'without-keys': 'Leave the keys out; to restore such a backup, you need keys.json from elsewhere',
};

/** The settings, with the passphrase of the option in place of the setting's. */
export const readBackupConfig = ({ flags, environment, configFile, options }: Arguments) => {
  const file = options['passphrase-file'];
  const passphrase = file === undefined ? {} : { 'backup-passphrase': readSecretFile(file) };
  return readConfig({ ...flags, ...passphrase }, environment, configFile);
};

/** The key file that `--keys-file` names. @throws StartError if it isn't one, which says nothing about the backup */
export const readKeysOption = ({ options }: Arguments): SigningKeys | undefined => {
  const place = options['keys-file'];
  if (place === undefined) return undefined;
  const text = readSecretFile(place);
  parseKeyFile(text, `The key file ${place}`);
  return { text, place };
};

/** Writes a backup, while Castellan runs or not: it only reads the data folder and the database. */
export const backup = async (given: Arguments): Promise<number> => {
  process.umask(0o077);
  const config = readBackupConfig(given);
  const { dataDir, databaseServer, backupPassphrase } = config;
  const withoutKeys = given.switches.has('without-keys');
  if (!withoutKeys && backupPassphrase === undefined) {
    throw new StartError(
      'A backup contains the keys, encrypted with a passphrase: give one with --passphrase-file or CASTELLAN_BACKUP_PASSPHRASE. Or leave the keys out with --without-keys, and keep keys.json elsewhere',
    );
  }
  const target = resolve(given.operands[0] ?? '');
  const passphrase = withoutKeys ? undefined : backupPassphrase;
  // An empty database needs no keys.
  if (databaseServer) await assertComplete(databasePlace(dataFolder(dataDir), databaseServer));
  const { bytes, manifest, signer } = await createBackup({
    folder: dataFolder(dataDir),
    databaseServer,
    target,
    passphrase,
    clock: systemClock,
  });
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
  if (given.switches.has('json')) {
    const { created_at, version, schema, keys } = manifest;
    await printLine(
      JSON.stringify({ file: target, created_at, version, schema, keys, signed_with: signer, rows, bytes }),
    );
    return 0;
  }
  await printLine(`Wrote ${target}: ${rows} rows, ${bytes} bytes`);
  if (withoutKeys) await printLine('It contains no keys. You need keys.json to check and to restore it');
  return 0;
};
