import type { Database } from './database/database.ts';
import { openDatabase } from './database/engines/sqlite/open.ts';
import type { DataFolder } from './platform/data-folder.ts';
import type { Ids } from './platform/ids.ts';
import { explainStorageErrors } from './platform/storage-error.ts';
import { type AnchorStore, readAnchors, type StoredAnchors, writeAnchors } from './security/audit-anchors.ts';
import { type AuditChain, createAuditChain } from './security/audit-chain.ts';
import { assertKeysFit, isFingerprintCurrent, recordInstallation } from './security/installation.ts';
import { createKeyStore, type KeyStore } from './security/key-store.ts';
import { createKeyFile, type KeyFile, keyRingOf, readKeyFileContent } from './security/keys.ts';
import { findInstallation } from './store/installation.ts';

/** The keys, the database and the audit heads of a data folder. */
export interface OpenInstallation {
  readonly keys: KeyStore;
  /** Whether the keys were rotated and the database doesn't know it, after a crash or because it was done by hand. */
  readonly isRotationUnrecorded: boolean;
  readonly db: Database;
  readonly audit: AuditChain;
  readonly anchorStore: AnchorStore;
  readonly storedAnchors: StoredAnchors;
}

/**
 * Opens the keys and the database, or creates both. The database comes first: an empty one without keys is new, but keys
 * without a database mean that the database was lost.
 * @throws StartError if one of them is missing, or if they don't belong together. Nothing is changed then.
 */
export const openInstallation = async (
  folder: DataFolder,
  now: number,
  ids: Ids,
  onDamage?: (error: Error) => void,
): Promise<OpenInstallation> => {
  let found: KeyFile | undefined;
  const db = await openDatabase(folder, {
    onDamage,
    admit: async (report) => {
      found = await explainStorageErrors(folder.keys, () => readKeyFileContent(folder.keys));
      assertKeysFit(folder, found && keyRingOf(found), report);
    },
  });
  try {
    const content = found ?? (await explainStorageErrors(folder.keys, () => createKeyFile(folder.keys, now)));
    const keys = createKeyStore(folder.keys, content);
    const audit = createAuditChain(keys);
    const known = await findInstallation(db.read);
    const installationId = known?.installation_id ?? ids.id('inst');
    const anchorStore = { path: folder.auditHeads, chain: audit, installationId };
    const storedAnchors = await explainStorageErrors(folder.auditHeads, async () => {
      // An interrupted first start must not look like a lost file: write it before the database knows its keys.
      if (!known) await writeAnchors(anchorStore, { anchors: new Map(), doubt: undefined }, now);
      return readAnchors(anchorStore);
    });
    if (!known) await recordInstallation(db.write, keys, installationId);
    const isRotationUnrecorded = known !== undefined && !isFingerprintCurrent(keys, known);
    return { keys, isRotationUnrecorded, db, audit, anchorStore, storedAnchors };
  } catch (error) {
    await db.close();
    throw error;
  }
};
