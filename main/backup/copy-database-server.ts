import type { DatabaseServer } from '../config/database-server.ts';
import { systemClock } from '../platform/clock.ts';
import type { DataFolder } from '../platform/data-folder.ts';
import { readSandboxRows, writeSandboxes } from '../provider/emulator/sandbox-file.ts';
import { assertKeysFit, readFolderFacts } from '../security/installation.ts';
import { databasePlace } from '../storage/database/database-place.ts';
import { listSandboxAccounts } from '../storage/store/hosting/sandbox-accounts.ts';
import { assertComplete } from './assert-complete.ts';
import { copyRows } from './copy-rows.ts';

/**
 * Copies a database on a server into the file of another folder, as it is at one moment. Instances may go on writing to it.
 * @param instance the folder with its keys
 * @throws StartError if the keys don't belong to it, or if it was written by another version
 */
export const copyDatabaseServerInto = async (
  target: DataFolder,
  instance: DataFolder,
  databaseServer: DatabaseServer,
  signal?: AbortSignal,
): Promise<void> => {
  const source = databasePlace(instance, databaseServer);
  const report = await assertComplete(source);
  assertKeysFit(await readFolderFacts(instance), await source.describe(), report, systemClock.now());
  const copy = await databasePlace(target, undefined).create();
  try {
    await source.read(async (db) => {
      await copy.transaction({}, (tx) => copyRows(db, tx, () => signal?.throwIfAborted()));
      const accounts = await listSandboxAccounts(db);
      if (accounts.length > 0) await writeSandboxes(target.sandbox, readSandboxRows(accounts));
    });
    await copy.checkpoint('truncate');
  } finally {
    await copy.close();
  }
};
