import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Authenticity, KeySource } from '../backup/authenticity.ts';
import type { SigningKeys } from '../backup/manifest-signature.ts';
import { type BackupSecrets, unpackBackup } from '../backup/unpack-backup.ts';
import { dataFolder } from '../platform/data-folder.ts';
import { StartError } from '../platform/start-error.ts';
import { explainStorageErrors, storageKindOf } from '../platform/storage-error.ts';
import { fileProblem } from '../platform/system-error.ts';
import { parseKeyFile } from '../security/keys.ts';
import { passphraseOption, readBackupConfig, readKeysOption } from './backup.ts';
import type { Arguments, Option } from './command.ts';
import { printLine } from './print.ts';

export const verifyOptions: Readonly<Record<string, Option>> = {
  ...passphraseOption,
  'keys-file': {
    value: 'FILE',
    help: 'The keys.json of the installation, to check who made the backup; by default, that of the data folder',
  },
  'work-dir': { value: 'DIR', help: 'Folder with room for an unpacked copy; by default, the folder of the backup' },
};

/** What a verified backup contains. */
interface VerifiedBackup {
  created_at: string;
  version: string;
  schema: string;
  tables: number;
  rows: number;
  audit_logs: number;
  /** `opened` if the passphrase opens them and they fit, `sealed` if none was given, `absent` if there are none. */
  keys: 'opened' | 'sealed' | 'absent';
  /** Whether it is known to be what the installation wrote. */
  authenticated: boolean;
  /** What showed that. */
  checked_with: KeySource | null;
  /** The ID of the key that its signature names. Null if it has no signature. */
  signed_with: string | null;
}

const keysLines: Readonly<Record<VerifiedBackup['keys'], string>> = {
  opened: 'ok    keys: the passphrase opens them, and they fit the audit logs',
  sealed: 'skip  keys: give the passphrase to check them',
  absent: 'skip  keys: this backup has none; to restore it, you need keys.json from elsewhere',
};

const sourceNames: Readonly<Record<KeySource, string>> = {
  passphrase: 'the passphrase',
  'keys-file': 'the key file',
  'data-folder': 'the key file of the data folder',
};

/** What would tell who made a backup. Nothing does without a signature; a passphrase, only if there are keys inside. */
const advice = (keys: VerifiedBackup['keys'], { signer }: Authenticity): string => {
  if (signer === undefined) return ', and nothing can show whether someone did';
  return `; give ${keys === 'absent' ? '--keys-file' : '--passphrase-file or --keys-file'} to find out`;
};

const authenticityLine = (keys: VerifiedBackup['keys'], authenticity: Authenticity): string => {
  if (!authenticity.isAuthentic) {
    return `fail  not authenticated: its signature ${authenticity.why}. Anyone may have changed it${advice(keys, authenticity)}`;
  }
  const { signer, checkedWith } = authenticity;
  return `ok    authenticated: signed with the key ${signer}, and ${sourceNames[checkedWith]} shows that nobody changed it`;
};

const linesOf = (
  { created_at, version, schema, tables, rows, audit_logs, keys }: VerifiedBackup,
  authenticity: Authenticity,
): string[] => [
  `ok    backup of ${created_at} by Castellan ${version}, schema ${schema}`,
  authenticityLine(keys, authenticity),
  `ok    database: ${rows} rows in ${tables} tables, undamaged`,
  `ok    audit logs: ${audit_logs} end where the manifest says`,
  keysLines[keys],
];

const verify = async (file: string, workDir: string, secrets: BackupSecrets) => {
  const work = await mkdtemp(join(workDir, '.castellan-verify-')).catch((cause: unknown) => {
    throw fileProblem('unpack a copy (see --work-dir)', cause, workDir);
  });
  try {
    const { manifest, keys, authenticity } = await unpackBackup(file, work, secrets);
    const { created_at, version, schema, tables, audit_heads } = manifest;
    const isOpened = manifest.keys === 'sealed' && secrets.passphrase !== undefined && keys !== undefined;
    const verified: VerifiedBackup = {
      created_at,
      version,
      schema,
      tables: Object.keys(tables).length,
      rows: Object.values(tables).reduce((sum, count) => sum + count, 0),
      audit_logs: audit_heads.length,
      keys: isOpened ? 'opened' : manifest.keys,
      authenticated: authenticity.isAuthentic,
      checked_with: authenticity.isAuthentic ? authenticity.checkedWith : null,
      signed_with: authenticity.signer ?? null,
    };
    return { verified, authenticity };
  } finally {
    // If the disk filled up, files may still be closing.
    await rm(work, { recursive: true, force: true, maxRetries: 10 });
  }
};

/** The key file of the data folder. Undefined if it can't be used: it is only a hint, and tells nothing about the backup. */
const readOwnKeys = async (dataDir: string): Promise<SigningKeys | undefined> => {
  const { keys: place } = dataFolder(dataDir);
  try {
    const text = await readFile(place, 'utf8');
    parseKeyFile(text, place);
    return { text, place };
  } catch (error) {
    if (error instanceof StartError || storageKindOf(error) !== undefined) return undefined;
    throw error;
  }
};

/**
 * Unpacks a backup beside it, checks it, and removes the copy. DECISION 0254: exits with 1 if it is sound, but if nothing
 * shows who made it.
 */
export const backupVerify = async (given: Arguments): Promise<number> => {
  process.umask(0o077);
  const file = resolve(given.operands[0] ?? '');
  const { backupPassphrase, dataDir } = readBackupConfig(given);
  const workDir = resolve(given.options['work-dir'] ?? join(file, '..'));
  const secrets: BackupSecrets = {
    passphrase: backupPassphrase,
    keys: readKeysOption(given),
    ownKeys: await readOwnKeys(dataDir),
  };
  const { verified, authenticity } = await explainStorageErrors(
    workDir,
    () => verify(file, workDir, secrets),
    'operator',
  );
  const lines = given.switches.has('json') ? [JSON.stringify({ file, ...verified })] : linesOf(verified, authenticity);
  for (const line of lines) await printLine(line);
  return verified.authenticated ? 0 : 1;
};
