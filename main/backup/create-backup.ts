import { constants, createWriteStream } from 'node:fs';
import { access, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DatabaseServer } from '../config/database-server.ts';
import { type Clock, toIso } from '../platform/clock.ts';
import { type DataFolder, dataFolder } from '../platform/data-folder.ts';
import { fileExists } from '../platform/file-exists.ts';
import { createPrivateFile, flush } from '../platform/private-file.ts';
import { StartError } from '../platform/start-error.ts';
import { explainStorageErrors } from '../platform/storage-error.ts';
import { version } from '../platform/version.ts';
import { parseKeyRing } from '../security/keys.ts';
import { copyDatabaseFile } from '../storage/database/engines/sqlite/copy-file.ts';
import { inspectDatabase, readFacts } from '../storage/database/engines/sqlite/open.ts';
import { sha256Of } from './hash-file.ts';
import { type Manifest, newManifest, partNames } from './manifest.ts';
import { signManifest } from './manifest-signature.ts';
import { sealKeys } from './sealed-keys.ts';

export interface BackupRequest {
  folder: DataFolder;
  /** Where the database is, if it isn't in the folder. */
  databaseServer?: DatabaseServer | undefined;
  /** The file to create. */
  target: string;
  /** Encrypts the keys. Without one, the backup contains no keys; they sign it anyway. */
  passphrase: string | undefined;
  clock: Clock;
  /** Ends the work early. */
  signal?: AbortSignal | undefined;
}

export interface FinishedBackup {
  manifest: Manifest;
  /** The ID of the key that signed it. */
  signer: string;
  bytes: number;
}

/** Copies a file that may not exist. */
const copySmall = async (source: string, target: string): Promise<void> => {
  const content = await explainStorageErrors(source, async () =>
    (await fileExists(source)) ? await readFile(source) : undefined,
  );
  if (content) await createPrivateFile(target, content);
};

/** Puts everything that must survive into `work`. Returns the names of the files, in the order of the archive. */
const collect = async ({ folder, databaseServer, passphrase, clock, signal }: BackupRequest, work: string) => {
  const at = (name: string): string => join(work, name);
  const readKeys = () =>
    explainStorageErrors(folder.keys, () =>
      readFile(folder.keys, 'utf8').catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== 'ENOENT') throw cause;
        throw new StartError(`${folder.keys} is missing. Without it, nothing signs the backup`, { cause });
      }),
    );
  const keys = await readKeys();
  const { current } = parseKeyRing(keys, folder.keys);
  if (!databaseServer) await copySmall(folder.sandbox, at(partNames.sandbox));
  // Before the database: audit logs may only be longer than their recorded ends.
  await copySmall(folder.auditHeads, at(partNames.auditHeads));
  if (databaseServer) {
    const { copyDatabaseServerInto } = await import('./copy-database-server.ts');
    await copyDatabaseServerInto(dataFolder(work), folder, databaseServer, signal);
  } else {
    // Refuses what no version could restore.
    await inspectDatabase(folder.database, 'none');
    await copyDatabaseFile(folder.database, at(partNames.database), signal);
  }
  if ((await readKeys()) !== keys) {
    throw new StartError('The keys were rotated or retired during the backup. Run it again', { kind: 'refused' });
  }
  const parts: Manifest['parts'] = [];
  for (const name of [partNames.sandbox, partNames.auditHeads, partNames.database] as const) {
    if (!(await fileExists(at(name)))) continue;
    parts.push({ name, bytes: (await stat(at(name))).size, sha256: await sha256Of(at(name), signal) });
  }
  const manifest = newManifest({
    created_at: toIso(clock.now()),
    version,
    keys: passphrase === undefined ? 'absent' : 'sealed',
    ...(await readFacts(at(partNames.database))),
    parts,
  });
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await createPrivateFile(at(partNames.manifest), text);
  const sealedKeys = passphrase === undefined ? undefined : await sealKeys(keys, passphrase, text);
  if (sealedKeys !== undefined) await createPrivateFile(at(partNames.keys), sealedKeys);
  await createPrivateFile(at(partNames.signature), signManifest(current, { manifest: text, sealedKeys }));
  const names = [
    partNames.manifest,
    partNames.signature,
    ...(passphrase === undefined ? [] : [partNames.keys]),
    ...parts.map((p) => p.name),
  ];
  return { manifest, signer: current.kid, names };
};

/**
 * DECISION 0095, 0168: writes a backup of an installation to one new file with mode 0600, whether or not Castellan is running.
 * The file appears once it is complete. Needs room for a copy of the database beside it.
 * @throws StartError if the file exists, there is nothing to back up or no key to sign it with, or the disk can't be written
 */
export const createBackup = async (request: BackupRequest): Promise<FinishedBackup> => {
  const { folder, databaseServer, target, signal } = request;
  if (!databaseServer) {
    const hasDatabase = await explainStorageErrors(folder.database, () => fileExists(folder.database));
    if (!hasDatabase) throw new StartError(`There is no database in ${folder.path}`);
    await explainStorageErrors(folder.database, () => access(folder.database, constants.R_OK));
  }
  const write = async (): Promise<FinishedBackup> => {
    if (!(await fileExists(dirname(target)))) throw new StartError(`The folder ${dirname(target)} does not exist`);
    if (await fileExists(target)) throw new StartError(`${target} exists. Choose another name`);
    const work = await mkdtemp(`${target}.part-`);
    try {
      const { manifest, signer, names } = await collect(request, work);
      // Loaded on demand, so that it doesn't slow down the start of the service.
      const { create } = await import('tar');
      const archive = join(work, 'archive');
      await pipeline(
        create({ cwd: work, gzip: { level: 1 }, portable: true }, names),
        createWriteStream(archive, { flags: 'wx', mode: 0o600 }),
        { ...(signal && { signal }) },
      );
      await flush(archive);
      const { size } = await stat(archive);
      await rename(archive, target);
      await flush(dirname(target));
      return { manifest, signer, bytes: size };
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  };
  return explainStorageErrors(target, write, 'operator');
};
