import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deriveKeysOnce } from '#e2e/support/derive-keys-once.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { dataFolder } from '../platform/data-folder.ts';
import { StartError } from '../platform/start-error.ts';
import { parseKeyRing } from '../security/keys.ts';
import { inspectDatabase, readFacts } from '../storage/database/engines/sqlite/open.ts';
import { openSqlite3 } from '../storage/database/engines/sqlite/sqlite3-connection.ts';
import type { OwnMigration } from '../storage/database/migrations/contraction.ts';
import { migrations } from '../storage/database/migrations/index.ts';
import { createBackup } from './create-backup.ts';
import { sha256Of } from './hash-file.ts';
import { parseManifest, partNames } from './manifest.ts';
import { signManifest } from './manifest-signature.ts';
import { openKeys, sealKeys } from './sealed-keys.ts';
import { unpackBackup } from './unpack-backup.ts';

deriveKeysOnce();

const passphrase = 'correct horse battery';

const folder = perFile(() => temporaryFolder('castellan-backups-'));
/** A backup that no one changes, and the copy of it that a test may change. */
let sound: string;
let file: string;
beforeAll(async () => {
  sound = join(folder.path, 'sound.tar.gz');
  const app = await createTestService();
  await app.owner();
  await createBackup({ folder: dataFolder(app.dataDir), target: sound, passphrase, clock: app.clock });
  await app.close();
});
beforeEach(async () => {
  file = join(await mkdtemp(join(folder.path, 'test-')), 'one.tar.gz');
  await copyFile(sound, file);
});

/** The files of the archive, by tar itself. */
const unpacked = async (): Promise<string> => {
  const target = await mkdtemp(join(folder.path, 'unpacked-'));
  execFileSync('tar', ['-xzf', file, '-C', target]);
  return target;
};
const pack = (from: string, names: readonly string[]): void => {
  execFileSync('tar', ['-czf', file, '-C', from, ...names]);
};

it.each(['0000', '4777'])(
  'the files of a backup are ours alone, although its archive says mode %s and another owner',
  async (mode) => {
    const content = await unpacked();
    execFileSync('tar', [
      '-czf',
      file,
      `--mode=${mode}`,
      '--owner=65534',
      '--group=65534',
      '-C',
      content,
      ...(await readdir(content)),
    ]);
    const work = await mkdtemp(join(folder.path, 'work-'));
    await unpackBackup(file, work, { passphrase });
    for (const name of await readdir(content)) {
      const stats = await stat(join(work, name));
      expect([name, (stats.mode & 0o7777).toString(8), stats.uid]).toEqual([name, '600', process.getuid?.()]);
    }
  },
);

describe('a backup that cannot be trusted', () => {
  const refusal = async (known: string | undefined): Promise<string> => {
    const work = await mkdtemp(join(folder.path, 'work-'));
    const error = await unpackBackup(file, work, { passphrase: known }).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message;
  };
  /** Changes the files inside and packs them again. */
  const change = async (name: string, edit: (path: string) => Promise<void>): Promise<void> => {
    const content = await unpacked();
    const names = await readdir(content);
    await edit(join(content, name));
    pack(content, names);
  };
  /** Inverts some bytes: a single bit of a compressed run of zeros may make no difference. */
  const invertBytes = async (path: string): Promise<void> => {
    const content = await readFile(path);
    const middle = Math.floor(content.length / 2);
    for (let at = middle; at < middle + 64; at += 1) content[at] = (content[at] ?? 0) ^ 0xff;
    await writeFile(path, content);
  };
  const editManifest = (edit: (manifest: Record<string, unknown>) => void) => async (path: string) => {
    const manifest = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    edit(manifest);
    await writeFile(path, JSON.stringify(manifest));
  };

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['cut off', async () => truncate(file, Math.floor((await stat(file)).size / 2)), /incomplete or not a backup/],
    ['damaged', () => invertBytes(file), /incomplete or not a backup|was changed/],
    ['some other file', () => writeFile(file, 'hello'), /incomplete or not a backup/],
    ['missing', () => rm(file), /there is no such file/],
    ['without a manifest', async () => pack(await unpacked(), ['castellan.db']), /no manifest/],
    [
      'without a database',
      async () => pack(await unpacked(), ['manifest.json', 'keys.sealed.json']),
      /is missing from it/,
    ],
    ['with another database', () => change('castellan.db', invertBytes), /castellan\.db was changed/],
    [
      'of a newer format',
      () =>
        change(
          'manifest.json',
          editManifest((m) => Object.assign(m, { format: 3 })),
        ),
      /newer version/,
    ],
    [
      'with an edited manifest',
      () =>
        change(
          'manifest.json',
          editManifest((m) => Object.assign(m, { created_at: '2020-01-01T00:00:00.000Z' })),
        ),
      /passphrase is wrong, or the backup was changed/,
    ],
    ['with damaged keys', () => change('keys.sealed.json', (path) => writeFile(path, '{}')), /keys are damaged/],
    [
      'with a file of its own',
      async () => {
        const content = await unpacked();
        await copyFile(join(content, 'manifest.json'), join(content, 'extra.sh'));
        pack(content, await readdir(content));
      },
      /"extra\.sh", which no backup has/,
    ],
  ])('is refused: %s', async (_what, prepare, reason) => {
    await prepare();
    const message = await refusal(passphrase);
    expect(message).toMatch(new RegExp(`^Can't use ${file}: [^\\n]+$`));
    expect(message).toMatch(reason);
  });

  it.each([
    [
      'rows',
      (m: Record<string, unknown>) => Object.assign(m.tables as object, { users: 7 }),
      /table users has 1 rows, not 7/,
    ],
    ['audit logs', (m: Record<string, unknown>) => Object.assign(m, { audit_heads: [] }), /ends of its audit logs/],
  ])('is refused without the passphrase if the manifest tells other %s', async (_what, edit, reason) => {
    await change('manifest.json', editManifest(edit));
    expect(await refusal(undefined)).toMatch(reason);
  });
});

describe('a backup of an older version', () => {
  /** As if the last migration had not yet created a table that checks of keys read. */
  const later: Record<string, OwnMigration> = {
    ...migrations,
    '901-checkpoints': {
      up: async (db) =>
        void (await sql`create table audit_checkpoints (tenant_id text primary key, sequence bigint, hash text,
          retention_days integer, created_at bigint, erasures text, seal text)`.execute(db)),
    },
  };
  const makeOlder = async (): Promise<void> => {
    const content = await unpacked();
    const [database, manifestFile, keysFile] = ['castellan.db', 'manifest.json', 'keys.sealed.json'].map((name) =>
      join(content, name),
    ) as [string, string, string];
    const connection = await openSqlite3(database, 'read-write');
    await connection.exec('drop table audit_checkpoints; vacuum');
    await connection.close();
    const before = await readFile(manifestFile, 'utf8');
    const keys = await openKeys(await readFile(keysFile, 'utf8'), passphrase, before);
    const { parts: oldParts, ...manifest } = parseManifest(before);
    const changed = { bytes: (await stat(database)).size, sha256: await sha256Of(database) };
    const text = JSON.stringify({
      ...manifest,
      ...(await readFacts(database)),
      parts: oldParts.map((part) => (part.name === 'castellan.db' ? { ...part, ...changed } : part)),
    });
    await writeFile(manifestFile, text);
    const sealedKeys = await sealKeys(keys, passphrase, text);
    await writeFile(keysFile, sealedKeys);
    const parts = { manifest: Buffer.from(text), sealedKeys: Buffer.from(sealedKeys) };
    await writeFile(join(content, partNames.signature), signManifest(parseKeyRing(keys, 'keys.json').current, parts));
    pack(content, await readdir(content));
  };

  it.each([undefined, passphrase])('is migrated before its rows are read: passphrase %s', async (known) => {
    await makeOlder();
    const work = await mkdtemp(join(folder.path, 'work-'));
    const { manifest, keys } = await unpackBackup(file, work, { passphrase: known }, { known: later });
    expect([manifest.schema, keys === undefined]).toEqual([Object.keys(migrations).at(-1), known === undefined]);
    const report = await inspectDatabase(join(work, 'castellan.db'), 'thorough', { known: later });
    expect(report?.pending).toEqual([]);
    expect((await readdir(work)).filter((name) => name.includes('before'))).toEqual([]);
  });
});
