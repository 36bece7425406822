import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { unpackBackup } from '../backup/unpack-backup.ts';
import { explainStorageErrors } from '../platform/storage-error.ts';
import { passphraseOption, readBackupConfig } from './backup.ts';
import type { Arguments, Option } from './command.ts';

export const verifyOptions: Readonly<Record<string, Option>> = {
  ...passphraseOption,
  'work-dir': { value: 'DIR', help: 'Folder with room for an unpacked copy; by default, that of the backup' },
};

/** Unpacks a backup beside it, checks it, and removes the copy. */
export const backupVerify = async (given: Arguments): Promise<number> => {
  process.umask(0o077);
  const file = resolve(given.operands[0] ?? '');
  const { backupPassphrase } = readBackupConfig(given);
  const workDir = resolve(given.options['work-dir'] ?? join(file, '..'));
  await explainStorageErrors(workDir, async () => {
    const work = await mkdtemp(join(workDir, '.castellan-verify-'));
    try {
      const { manifest, keys } = await unpackBackup(file, work, { passphrase: backupPassphrase });
      const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
      const about = `of ${manifest.created_at} by Castellan ${manifest.version}, schema ${manifest.schema}`;
      process.stdout.write(`ok    backup ${about}\n`);
      process.stdout.write(`ok    database: ${rows} rows in ${Object.keys(manifest.tables).length} tables, intact\n`);
      process.stdout.write(`ok    audit logs: ${manifest.audit_heads.length} end where the manifest says\n`);
      const states = {
        opened: 'ok    keys: the passphrase opens them, and they fit the audit logs\n',
        sealed: 'skip  keys: give the passphrase to check them\n',
        absent: 'skip  keys: this backup has none; to restore it, you need keys.json from elsewhere\n',
      };
      process.stdout.write(states[keys === undefined ? manifest.keys : 'opened']);
    } finally {
      // If the disk filled up, files may still be closing.
      await rm(work, { recursive: true, force: true, maxRetries: 10 });
    }
  });
  return 0;
};
