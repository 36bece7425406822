import { readFile } from 'node:fs/promises';
import type { DatabaseServer } from '../config/database-server.ts';
import type { DataFolder } from '../platform/data-folder.ts';
import { randomIds } from '../platform/ids.ts';
import { createPrivateFile } from '../platform/private-file.ts';
import { StartError } from '../platform/start-error.ts';
import { readSandboxes, readSandboxRows, writeSandboxes } from '../provider/emulator/sandbox-file.ts';
import { sandboxShape } from '../provider/emulator/state.ts';
import { compareHeads, writeAnchors } from '../security/audit-anchors.ts';
import { verifyAuditChain } from '../security/audit-verification.ts';
import { type OpenInstallation, openInstallation } from '../security/open-installation.ts';
import type { Database } from '../storage/database/database.ts';
import { type DatabasePlace, databasePlace } from '../storage/database/database-place.ts';
import type { WriteTransaction } from '../storage/database/schema.ts';
import { listLogTenantIds } from '../storage/store/audit/audit-events.ts';
import {
  deleteSandboxAccounts,
  insertSandboxAccount,
  listSandboxAccounts,
} from '../storage/store/hosting/sandbox-accounts.ts';
import { listAllTenantIds } from '../storage/store/team/tenants.ts';
import { assertComplete } from './assert-complete.ts';
import { copyRows, tellSizes } from './copy-rows.ts';
import { beginRestore } from './restore-folder.ts';

export interface Moved {
  rows: number;
  tables: number;
  audit_logs: number;
}

interface Options {
  now: number;
  progress: (text: string) => void;
}

/** @throws StartError unless the target has no data */
export const assertEmpty = async (target: DatabasePlace): Promise<void> => {
  const report = await target.inspect('none');
  if (!report?.keyTraces.installation && !report?.keyTraces.hasTenants) return;
  throw new StartError(`${await target.describe()} is not empty. Use an empty database`, { kind: 'refused' });
};

/** Verifies every audit log of the copy. @throws StartError if the log of the source is broken, too */
const verifyLogs = async (tx: WriteTransaction, { audit }: OpenInstallation): Promise<number> => {
  const tenants = await listLogTenantIds(tx);
  for (const tenant of tenants) {
    const { valid, first_broken } = await verifyAuditChain(tx, audit, tenant);
    if (valid) continue;
    throw new StartError(`The audit log of ${tenant} is broken at entry ${first_broken}. Nothing was moved`, {
      kind: 'damaged',
    });
  }
  return tenants.length;
};

const copyAll = (
  source: OpenInstallation,
  target: Database,
  { progress }: Options,
  more: (tx: WriteTransaction) => Promise<void> = async () => {},
): Promise<Moved> =>
  source.db.alone(() =>
    target.alone(() =>
      target.transaction({}, async (tx) => {
        const counts = await copyRows(source.db.read, tx, (table, rows) => progress(`${table}: ${rows} rows`));
        const audit_logs = await verifyLogs(tx, source);
        await more(tx);
        return { rows: [...counts.values()].reduce((sum, count) => sum + count, 0), tables: counts.size, audit_logs };
      }),
    ),
  );

/** Moves a data folder's database into an empty one on a server. Keys and audit heads stay in the folder. */
export const moveToDatabaseServer = async (
  folder: DataFolder,
  databaseServer: DatabaseServer,
  options: Options,
): Promise<Moved> => {
  const target = databasePlace(folder, databaseServer);
  await assertComplete(databasePlace(folder, undefined));
  await assertEmpty(target);
  const source = await openInstallation(folder, options.now, randomIds);
  try {
    const db = await target.create();
    try {
      return await copyAll(source, db, options, async (tx) => {
        const tenants = new Set(await listAllTenantIds(tx));
        // Left from an earlier move in the other direction. On a folder, the file counts.
        await deleteSandboxAccounts(tx);
        for (const [tenant, state] of await readSandboxes(folder.sandbox)) {
          if (tenants.has(tenant)) await insertSandboxAccount(tx, tenant, sandboxShape.write(state));
        }
        await tellSizes(tx);
      });
    } finally {
      await db.close();
    }
  } finally {
    await source.db.close();
  }
};

/** Moves a database on a server into an empty data folder, with the keys of an instance's folder. */
export const moveToFolder = async (
  instance: DataFolder,
  databaseServer: DatabaseServer,
  folder: DataFolder,
  options: Options,
): Promise<Moved> => {
  await assertComplete(databasePlace(instance, databaseServer));
  const source = await openInstallation(instance, options.now, randomIds, { databaseServer });
  try {
    const restoring = await beginRestore(folder);
    try {
      const { staging } = restoring;
      const db = await databasePlace(staging, undefined).create();
      let moved: Moved;
      try {
        moved = await copyAll(source, db, options);
        const accounts = await listSandboxAccounts(db.read);
        await writeSandboxes(staging.sandbox, readSandboxRows(accounts));
        const { grown } = await compareHeads(db.read, source.audit, new Map());
        const store = { ...source.anchorStore, path: staging.auditHeads };
        await writeAnchors(store, { anchors: grown, doubt: source.storedAnchors.doubt }, options.now);
      } finally {
        await db.close();
      }
      await createPrivateFile(staging.keys, await readFile(instance.keys, 'utf8'));
      await restoring.finish();
      return moved;
    } catch (error) {
      await restoring.abandon();
      throw error;
    }
  } finally {
    await source.db.close();
  }
};
