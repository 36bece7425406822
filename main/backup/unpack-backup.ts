import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadEntry } from 'tar';
import { dataFolder } from '../platform/data-folder.ts';
import { StartError } from '../platform/start-error.ts';
import { explainStorageErrors, storageProblem } from '../platform/storage-error.ts';
import { createAuditChain } from '../security/audit-chain.ts';
import { findLogStart } from '../security/audit-checkpoints.ts';
import { parseKeyRing } from '../security/keys.ts';
import { inspectDatabase, openDatabase, readDatabase, readFacts } from '../storage/database/engines/sqlite/open.ts';
import type { OwnMigration } from '../storage/database/migrations/contraction.ts';
import { migrations } from '../storage/database/migrations/index.ts';
import { listAuditHeads } from '../storage/store/audit/audit-heads.ts';
import { type Authenticity, checkAuthenticity } from './authenticity.ts';
import { sha256Of } from './hash-file.ts';
import { type Manifest, parseManifest, partNames } from './manifest.ts';
import type { SigningKeys } from './manifest-signature.ts';
import { openKeys } from './sealed-keys.ts';

/** A backup whose contents were checked. */
export interface UnpackedBackup {
  manifest: Manifest;
  /** The content of the key file. Undefined if nothing opens it. */
  keys: string | undefined;
  authenticity: Authenticity;
}

const damaged = (what: string, options: ErrorOptions = {}): StartError =>
  new StartError(what, { ...options, kind: 'damaged' });

const knownNames = new Set<string>(Object.values(partNames));

/** Reads the whole archive once before anything is written. */
const checkArchive = async (file: string): Promise<void> => {
  const { list } = await import('tar');
  const unknown: string[] = [];
  try {
    await list({
      file,
      strict: true,
      onReadEntry: ({ path, type }) => {
        if (!knownNames.has(path) || type !== 'File') unknown.push(path);
      },
    });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') throw new StartError('there is no such file', { cause });
    throw (await storageProblem(cause, file, 'operator')) ?? damaged('it is incomplete or not a backup', { cause });
  }
  if (unknown.length > 0) throw damaged(`it contains ${JSON.stringify(unknown[0])}, which no backup has`);
};

const unpack = async (file: string, work: string): Promise<void> => {
  const { extract } = await import('tar');
  // The signature doesn't cover what the archive says about its files. Root would give them away.
  const ours = {
    preserveOwner: false,
    onReadEntry: (entry: ReadEntry) => {
      entry.mode = 0o600;
    },
  };
  await explainStorageErrors(work, async () => extract({ file, cwd: work, strict: true, ...ours }));
};

/** Compares each file with its size and checksum in the manifest. */
const checkParts = async (work: string, { parts, keys }: Manifest): Promise<void> => {
  const expected = new Set<string>([
    partNames.manifest,
    ...(keys === 'sealed' ? [partNames.keys] : []),
    ...parts.map(({ name }) => name),
  ]);
  const found = await readdir(work);
  if (!expected.has(partNames.database)) throw damaged('it contains no database');
  const missing = [...expected].find((name) => !found.includes(name));
  if (missing !== undefined) throw damaged(`${missing} is missing from it`);
  // Whether it may be missing is decided by what else tells who made the backup.
  expected.add(partNames.signature);
  const extra = found.find((name) => !expected.has(name));
  if (extra !== undefined) throw damaged(`it contains ${extra}, which its manifest doesn't list`);
  for (const { name, bytes, sha256 } of parts) {
    const path = join(work, name);
    if ((await lstat(path)).size !== bytes || (await sha256Of(path)) !== sha256) throw damaged(`${name} was changed`);
  }
};

/** Compares the database with what the manifest says about it, and then migrates it. */
const checkDatabase = async (work: string, manifest: Manifest, known: Record<string, OwnMigration>): Promise<void> => {
  const path = join(work, partNames.database);
  const report = await inspectDatabase(path, 'thorough', { known, place: 'its database' });
  if (!report?.applied.length) throw damaged('its database is empty');
  const found = await readFacts(path);
  if (found.schema !== manifest.schema)
    throw damaged(`its database has schema ${found.schema}, not ${manifest.schema}`);
  for (const name of new Set([...Object.keys(found.tables), ...Object.keys(manifest.tables)])) {
    const [has, should] = [found.tables[name] ?? 0, manifest.tables[name] ?? 0];
    if (has !== should) throw damaged(`its table ${name} has ${has} rows, not ${should}`);
  }
  if (JSON.stringify(found.audit_heads) !== JSON.stringify(manifest.audit_heads)) {
    throw damaged('the ends of its audit logs are not those of its manifest');
  }
  if (report.pending.length === 0) return;
  const db = await openDatabase(dataFolder(work), { migrations: known, checkedBytes: 0, keepsOlder: false });
  await db.close();
};

/** Checks that the keys are those of the migrated database, by the seals at both ends of its audit logs. */
const checkKeys = async (path: string, keys: string, known: Record<string, OwnMigration>): Promise<void> => {
  const audit = createAuditChain(parseKeyRing(keys, partNames.keys));
  const foreign = await readDatabase(
    path,
    async (db) => {
      const heads = await listAuditHeads(db);
      for (const head of heads) {
        if (!audit.headHolds(head) || !(await findLogStart(db, audit, head.tenant_id))) return head;
      }
      return undefined;
    },
    known,
  );
  if (foreign) throw damaged(`its keys don't fit the audit log of team ${foreign.tenant_id}`);
};

/** What opens the keys, or tells who made the backup. */
export interface BackupSecrets {
  passphrase?: string | undefined;
  /** The key file itself, from elsewhere. */
  keys?: SigningKeys | undefined;
  /** The key file of the data folder, if the backup may be of this installation. */
  ownKeys?: SigningKeys | undefined;
}

/** Opens the keys, and finds out who made the backup, before anything in it is used. */
const authenticate = async (
  work: string,
  manifest: Manifest,
  bytes: Buffer,
  { passphrase, keys: givenKeys, ownKeys }: BackupSecrets,
): Promise<UnpackedBackup> => {
  const sealed = manifest.keys === 'sealed' ? await readFile(join(work, partNames.keys)) : undefined;
  const opened =
    sealed && passphrase !== undefined ? await openKeys(sealed.toString(), passphrase, bytes.toString()) : undefined;
  const signature = await readFile(join(work, partNames.signature), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  const authenticity = checkAuthenticity(
    signature,
    { manifest: bytes, sealedKeys: sealed },
    {
      sealedKeys: opened === undefined ? undefined : { text: opened, place: 'the key file inside' },
      givenKeys,
      ownKeys,
    },
  );
  return { manifest, keys: opened ?? givenKeys?.text, authenticity };
};

/**
 * Unpacks a backup into an empty folder and checks everything in it: checksums, who made it, the database, row counts,
 * audit logs and, with its secrets, the keys. The unpacked database of an older version is migrated before its rows are
 * read. `admit` throws a StartError for a backup that isn't to be opened; its database is untouched until then.
 * @throws StartError that says what is wrong with it
 */
export const unpackBackup = async (
  file: string,
  work: string,
  secrets: BackupSecrets,
  {
    admit = () => {},
    known = migrations,
  }: { admit?: (backup: UnpackedBackup) => void; known?: Record<string, OwnMigration> } = {},
): Promise<UnpackedBackup> => {
  try {
    await checkArchive(file);
    await unpack(file, work);
    const bytes = await readFile(join(work, partNames.manifest)).catch((cause: unknown) => {
      throw damaged('it has no manifest', { cause });
    });
    const manifest = parseManifest(bytes.toString());
    await checkParts(work, manifest);
    const backup = await authenticate(work, manifest, bytes, secrets);
    admit(backup);
    await checkDatabase(work, manifest, known);
    if (backup.keys !== undefined) await checkKeys(join(work, partNames.database), backup.keys, known);
    return backup;
  } catch (cause) {
    if (!(cause instanceof StartError) || !['damaged', 'newer', 'other'].includes(cause.kind)) throw cause;
    throw new StartError(`Can't use ${file}: ${cause.message}`, { cause, kind: cause.kind });
  }
};
