import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Attack, backupAttacks, backupFiles, type Fields, fieldEdits } from '#e2e/support/backup-attacks.ts';
import { deriveKeysOnce } from '#e2e/support/derive-keys-once.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { dataFolder } from '../platform/data-folder.ts';
import { StartError } from '../platform/start-error.ts';
import { type KeyFile, keyFileText, newKeyEntry } from '../security/keys.ts';
import { createBackup } from './create-backup.ts';
import { partNames } from './manifest.ts';
import { unpackBackup } from './unpack-backup.ts';

deriveKeysOnce();

const passphrase = 'correct horse battery';

/** An installation, and its backups with and without keys, each unpacked. */
interface Example {
  keys: string;
  withKeys: string;
  withoutKeys: string;
}

const folder = perFile(() => temporaryFolder('castellan-attacks-'));
let ours: Example;
let theirs: Example;

const example = async (secret: string): Promise<Example> => {
  const app = await createTestService();
  await app.owner();
  const source = dataFolder(app.dataDir);
  await writeFile(source.sandbox, JSON.stringify({ version: 1, accounts: {}, of: secret }));
  const unpacked = async (known: string | undefined): Promise<string> => {
    const target = join(await mkdtemp(join(folder.path, 'made-')), 'backup.tar.gz');
    await createBackup({ folder: source, target, passphrase: known, clock: app.clock });
    const content = await mkdtemp(join(folder.path, 'content-'));
    execFileSync('tar', ['-xzf', target, '-C', content]);
    return content;
  };
  const made = {
    keys: await readFile(source.keys, 'utf8'),
    withKeys: await unpacked(secret),
    withoutKeys: await unpacked(undefined),
  };
  await app.close();
  return made;
};
beforeAll(async () => {
  ours = await example(passphrase);
  theirs = await example('another long passphrase');
});

/** An archive of a backup after an attack. */
const attacked = async (content: string, attack: Attack): Promise<string> => {
  const copy = await mkdtemp(join(folder.path, 'copy-'));
  for (const name of await readdir(content)) await copyFile(join(content, name), join(copy, name));
  await attack(copy);
  const file = `${copy}.tar.gz`;
  execFileSync('tar', ['-czf', file, '-C', copy, ...(await readdir(copy))]);
  return file;
};

const witnesses = {
  'with the passphrase': () => ({ passphrase }),
  'with the key file': () => ({ keys: { text: ours.keys, place: 'keys.json' } }),
  'with the keys of the data folder': () => ({ ownKeys: { text: ours.keys, place: 'keys.json' } }),
};
type Witnesses = Partial<typeof witnesses>;

/** What `backup verify` and `restore` learn from the archive. */
const verdictOf = async (file: string, secrets: Parameters<typeof unpackBackup>[2]): Promise<string> => {
  const work = await mkdtemp(join(folder.path, 'work-'));
  try {
    const { authenticity } = await unpackBackup(file, work, secrets);
    return authenticity.isAuthentic ? 'authentic' : `not authentic: ${authenticity.why}`;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return `refused: ${error.message}`;
  } finally {
    await rm(work, { recursive: true });
  }
};

const attacks = backupAttacks(() => theirs.withKeys);
const touchesKeys = /^(keys\.sealed\.json (changed|removed)|the field keys )/;
const { 'with the passphrase': _, ...withoutPassphrase } = witnesses;

describe('a backup that nobody changed', () => {
  it('is authentic with anything that can tell, and otherwise only undamaged', async () => {
    const file = await attacked(ours.withKeys, async () => {});
    for (const [how, secrets] of Object.entries(witnesses)) {
      expect(await verdictOf(file, secrets()), how).toBe('authentic');
    }
    expect(await verdictOf(file, {})).toMatch(/^not authentic: is of the key \w+, and nothing was given/);
    const keyless = await attacked(ours.withoutKeys, async () => {});
    for (const [how, secrets] of Object.entries(withoutPassphrase)) {
      expect(await verdictOf(keyless, secrets()), how).toBe('authentic');
    }
    expect(await verdictOf(keyless, { passphrase })).toMatch(/^not authentic: is of the key/);
  });

  it('has every part and field that the attacks change', async () => {
    expect((await readdir(ours.withKeys)).sort()).toEqual([...backupFiles].sort());
    const fields = JSON.parse(await readFile(join(ours.withKeys, partNames.manifest), 'utf8')) as Fields;
    expect(Object.keys(fields).sort()).toEqual(Object.keys(fieldEdits).sort());
  });
});

describe.each([
  ['with keys', 'withKeys', attacks, witnesses],
  // It has no keys to take away.
  ['without keys', 'withoutKeys', attacks.filter(([what]) => !touchesKeys.test(what)), withoutPassphrase],
] as const)('a backup %s that someone changed', (_kind, name, possible, checks: Witnesses) => {
  it.each(possible)('is never taken for authentic: %s', async (_what, attack) => {
    const file = await attacked(ours[name], attack);
    const verdicts = await Promise.all(Object.values(checks).map((secrets) => verdictOf(file, secrets())));
    for (const verdict of verdicts) expect(verdict).toMatch(/^(not authentic|refused): /);
  });
});

describe('the key that signed a backup', () => {
  const file = (): KeyFile => JSON.parse(ours.keys) as KeyFile;
  const given = (content: KeyFile) => ({ keys: { text: keyFileText(content), place: 'keys.json' } });

  it('may have been replaced since, but not retired', async () => {
    const archive = await attacked(ours.withoutKeys, async () => {});
    const { keys } = file();
    const successor = newKeyEntry(0);
    expect(await verdictOf(archive, given({ keys: [successor, ...keys] }))).toBe('authentic');
    const [old] = keys;
    if (!old) throw new Error('There is no key');
    const retired = {
      kid: old.kid,
      audit_key: randomBytes(32).toString('base64url'),
      created_at: old.created_at,
      retired_at: '2026-11-20T08:00:00.000Z',
    };
    const rotated: KeyFile = { keys: [successor], retired: [retired] };
    expect(await verdictOf(archive, given(rotated))).toMatch(
      new RegExp(`: it was signed with the key ${old.kid}, which keys\\.json retired at 2026-11-20T08:00:00\\.000Z$`),
    );
    expect(await verdictOf(archive, { ownKeys: given(rotated).keys })).toBe(
      `not authentic: is of the key ${old.kid}, which keys.json retired at 2026-11-20T08:00:00.000Z`,
    );
  });

  it('is looked for in every key file that someone gives', async () => {
    const archive = await attacked(ours.withKeys, async () => {});
    const strange = given({ keys: [newKeyEntry(0)] });
    expect(await verdictOf(archive, { passphrase, ...strange })).toMatch(
      /^refused: .*, which keys\.json doesn't have$/,
    );
  });
});
