import { randomBytes } from 'node:crypto';
import { copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Of } from '#main/backup/hash-file.ts';
import { partNames } from '#main/backup/manifest.ts';
import { signManifest } from '#main/backup/manifest-signature.ts';
import { sealKeys } from '#main/backup/sealed-keys.ts';
import { createKeyRing, keyFileText, newKeyEntry } from '#main/security/keys.ts';
import { openSqlite3 } from '#main/storage/database/engines/sqlite/sqlite3-connection.ts';

/** What an attacker does to the unpacked files. */
export type Attack = (content: string) => Promise<void>;

/** A manifest. */
export type Fields = Record<string, unknown> & { parts: { name: string; bytes: number; sha256: string }[] };

const editManifest = async (content: string, edit: (fields: Fields) => void): Promise<void> => {
  const path = join(content, partNames.manifest);
  const fields = JSON.parse(await readFile(path, 'utf8')) as Fields;
  edit(fields);
  await writeFile(path, `${JSON.stringify(fields, null, 2)}\n`);
};

/** The files whose checksums are in the manifest. */
const listed: readonly string[] = [partNames.sandbox, partNames.auditHeads, partNames.database];

/** Makes the manifest tell the truth about the files again, as far as that needs no secret. */
const fixChecksums = async (content: string): Promise<void> => {
  const found = await readdir(content);
  const named = listed.filter((name) => found.includes(name));
  const parts: Fields['parts'] = [];
  for (const name of named) {
    const path = join(content, name);
    parts.push({ name, bytes: (await stat(path)).size, sha256: await sha256Of(path) });
  }
  await editManifest(content, (fields) => Object.assign(fields, { parts }));
};

const appendSpace: Attack = async (path) => writeFile(path, Buffer.concat([await readFile(path), Buffer.from(' ')]));

const sign = async (content: string, key: ReturnType<typeof createKeyRing>['current']): Promise<void> => {
  const found = await readdir(content);
  await writeFile(
    join(content, partNames.signature),
    signManifest(key, {
      manifest: await readFile(join(content, partNames.manifest)),
      sealedKeys: found.includes(partNames.keys) ? await readFile(join(content, partNames.keys)) : undefined,
    }),
  );
};

/** The changes of one file, by what they do. */
const changesOf = (name: string, theirs: () => string): [string, Attack][] => [
  ['changed', (content) => appendSpace(join(content, name))],
  ['removed', (content) => rm(join(content, name))],
  ['emptied', (content) => writeFile(join(content, name), '')],
  ['replaced with that of another installation', (content) => copyFile(join(theirs(), name), join(content, name))],
];

const fixed =
  (attack: Attack): Attack =>
  async (content) => {
    await attack(content);
    await fixChecksums(content);
  };

const escalate: Attack = async (content) => {
  const database = await openSqlite3(join(content, partNames.database), 'read-write');
  await database.run("update users set role = 'owner', email = 'eve@example.com'", []);
  await database.close();
};

/** The fields of a manifest, each with another value. */
export const fieldEdits: Readonly<Record<string, unknown>> = {
  format: 1,
  created_at: '2020-01-01T00:00:00.000Z',
  version: '0.0.1',
  schema: '001-other',
  keys: 'absent',
  tables: {},
  audit_heads: [],
  parts: [],
};

/** The files of a backup with its keys. */
export const backupFiles = Object.values(partNames);

/**
 * What someone can change in a backup, each with what it does.
 * @param theirs the unpacked backup of another installation, with its keys
 */
export const backupAttacks = (theirs: () => string): [string, Attack][] => [
  ...backupFiles.flatMap((name) =>
    changesOf(name, theirs).flatMap(([what, attack]): [string, Attack][] => [
      [`${name} ${what}`, attack],
      ...(listed.includes(name)
        ? ([[`${name} ${what}, and the checksums fixed`, fixed(attack)]] as [string, Attack][])
        : []),
    ]),
  ),
  ['a role in the database changed, and the checksums fixed', fixed(escalate)],
  [
    'the same, and the signature stripped',
    async (content) => {
      await fixed(escalate)(content);
      await rm(join(content, partNames.signature));
    },
  ],
  [
    'the same, and dressed up as a backup from before there were signatures',
    async (content) => {
      await fixed(escalate)(content);
      await rm(join(content, partNames.signature));
      await editManifest(content, (fields) => Object.assign(fields, { format: 1 }));
    },
  ],
  [
    'the same, without the keys, too',
    async (content) => {
      await fixed(escalate)(content);
      for (const name of [partNames.signature, partNames.keys]) await rm(join(content, name), { force: true });
      await editManifest(content, (fields) => Object.assign(fields, { format: 1, keys: 'absent' }));
    },
  ],
  [
    'signed by the attacker, with the same key ID',
    async (content) => {
      await fixed(escalate)(content);
      const { key } = JSON.parse(await readFile(join(content, partNames.signature), 'utf8')) as { key: string };
      const { current } = createKeyRing([{ kid: key, secret: randomBytes(32) }]);
      await sign(content, current);
    },
  ],
  [
    'with keys and a signature of the attacker',
    async (content) => {
      await fixed(escalate)(content);
      const entry = newKeyEntry(0);
      const { current } = createKeyRing([{ kid: entry.kid, secret: Buffer.from(entry.secret, 'base64url') }]);
      await editManifest(content, (fields) => Object.assign(fields, { keys: 'sealed' }));
      const manifest = await readFile(join(content, partNames.manifest), 'utf8');
      const sealed = await sealKeys(keyFileText({ keys: [entry] }), 'the passphrase of the attacker', manifest);
      await writeFile(join(content, partNames.keys), sealed);
      await sign(content, current);
    },
  ],
  ['another file added', (content) => writeFile(join(content, 'extra.sh'), 'true')],
  [
    'a whole backup of another installation',
    async (content) => {
      for (const name of await readdir(content)) await rm(join(content, name));
      for (const name of await readdir(theirs())) await copyFile(join(theirs(), name), join(content, name));
    },
  ],
  ...Object.entries(fieldEdits).map(([name, value]): [string, Attack] => [
    `the field ${name} of the manifest changed`,
    (content) => editManifest(content, (fields) => Object.assign(fields, { [name]: value })),
  ]),
];
