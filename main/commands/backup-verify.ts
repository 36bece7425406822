import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { unpackBackup } from '../backup/unpack-backup.ts';
import { explainStorageErrors } from '../platform/storage-error.ts';
import { passphraseOption, readBackupConfig } from './backup.ts';
import type { Arguments, Option } from './command.ts';
import { printLine } from './print.ts';

export const verifyOptions: Readonly<Record<string, Option>> = {
  ...passphraseOption,
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
}

const keysLines: Readonly<Record<VerifiedBackup['keys'], string>> = {
  opened: 'ok    keys: the passphrase opens them, and they fit the audit logs',
  sealed: 'skip  keys: give the passphrase to check them',
  absent: 'skip  keys: this backup has none; to restore it, you need keys.json from elsewhere',
};

const linesOf = ({ created_at, version, schema, tables, rows, audit_logs, keys }: VerifiedBackup): string[] => [
  `ok    backup of ${created_at} by Castellan ${version}, schema ${schema}`,
  `ok    database: ${rows} rows in ${tables} tables, intact`,
  `ok    audit logs: ${audit_logs} end where the manifest says`,
  keysLines[keys],
];

const verify = async (file: string, workDir: string, passphrase: string | undefined): Promise<VerifiedBackup> => {
  const work = await mkdtemp(join(workDir, '.castellan-verify-'));
  try {
    const { manifest, keys } = await unpackBackup(file, work, { passphrase });
    const { created_at, version, schema, tables, audit_heads } = manifest;
    return {
      created_at,
      version,
      schema,
      tables: Object.keys(tables).length,
      rows: Object.values(tables).reduce((sum, count) => sum + count, 0),
      audit_logs: audit_heads.length,
      keys: keys === undefined ? manifest.keys : 'opened',
    };
  } finally {
    // If the disk filled up, files may still be closing.
    await rm(work, { recursive: true, force: true, maxRetries: 10 });
  }
};

/** Unpacks a backup beside it, checks it, and removes the copy. */
export const backupVerify = async (given: Arguments): Promise<number> => {
  process.umask(0o077);
  const file = resolve(given.operands[0] ?? '');
  const { backupPassphrase } = readBackupConfig(given);
  const workDir = resolve(given.options['work-dir'] ?? join(file, '..'));
  const verified = await explainStorageErrors(workDir, () => verify(file, workDir, backupPassphrase));
  const lines = given.switches.has('json') ? [JSON.stringify({ file, ...verified })] : linesOf(verified);
  for (const line of lines) await printLine(line);
  return 0;
};
