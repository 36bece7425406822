import type { DatabaseServer } from '../config/database-server.ts';
import type { DataFolder } from '../platform/data-folder.ts';
import type { Ids } from '../platform/ids.ts';
import { StartError } from '../platform/start-error.ts';
import { explainStorageErrors } from '../platform/storage-error.ts';
import type { Database } from '../storage/database/database.ts';
import type { DatabaseReport } from '../storage/database/database-report.ts';
import { lockDataFolder, openDatabase } from '../storage/database/engines/sqlite/open.ts';
import { findInstallation, type Installation } from '../storage/store/installation.ts';
import { type AnchorStore, readAnchors, type StoredAnchors, writeAnchors } from './audit-anchors.ts';
import { type AuditChain, createAuditChain } from './audit-chain.ts';
import {
  assertKeysFit,
  isFingerprintCurrent,
  isRecordedWith,
  readFolderFacts,
  recordInstallation,
} from './installation.ts';
import { createKeyStore, type KeyStore } from './key-store.ts';
import { createKeyFile, type KeyFile, kidOf } from './keys.ts';

/** The keys, the database and the audit heads of a data folder. */
export interface OpenInstallation {
  readonly keys: KeyStore;
  /** Whether this start has created it with keys that were generated before. */
  readonly isProvisioned: boolean;
  /** Whether the keys were rotated and the database doesn't know it, after a crash or because it was done by hand. */
  readonly isRotationUnrecorded: boolean;
  readonly db: Database;
  readonly audit: AuditChain;
  readonly anchorStore: AnchorStore;
  readonly storedAnchors: StoredAnchors;
}

type Admit = (report: DatabaseReport | undefined, place: string) => Promise<void>;

/** Loads what it needs only if there is a server: the embedded database starts without it. */
const openOnDatabaseServer = async (
  folder: DataFolder,
  databaseServer: DatabaseServer,
  admit: Admit,
): Promise<Database> => {
  const lock = await explainStorageErrors(folder.lock, () => lockDataFolder(folder));
  try {
    const { openDatabaseServer } = await import('../storage/database/engines/postgres/open.ts');
    const { url, ...limits } = databaseServer;
    return await openDatabaseServer(url, { ...limits, admit, closed: () => lock.close() });
  } catch (error) {
    await lock.close();
    throw error;
  }
};

const setUpElsewhere = (): StartError => new StartError({ name: 'setUpElsewhere', values: {} });

/**
 * Opens the keys and the database, or creates both. The database comes first: an empty one without keys is new, but keys
 * without a database mean that the database was lost, unless they were generated for a new one.
 * @throws StartError if one of them is missing, or if they don't belong together. Nothing is changed then.
 */
export const openInstallation = async (
  folder: DataFolder,
  now: number,
  ids: Ids,
  { onDamage, databaseServer }: { onDamage?: (error: Error) => void; databaseServer?: DatabaseServer | undefined } = {},
): Promise<OpenInstallation> => {
  let found: KeyFile | undefined;
  const admit = async (report: DatabaseReport | undefined, database: string): Promise<void> => {
    const facts = await explainStorageErrors(folder.keys, () => readFolderFacts(folder));
    assertKeysFit(facts, database, report, now);
    found = facts.keys;
  };
  const db = databaseServer
    ? await openOnDatabaseServer(folder, databaseServer, admit)
    : await openDatabase(folder, { onDamage, admit: (report) => admit(report, folder.database) });
  try {
    const before = await findInstallation(db.read);
    if (before && !found) throw setUpElsewhere();
    const content = found ?? (await explainStorageErrors(folder.keys, () => createKeyFile(folder.keys, now)));
    const keys = createKeyStore(folder.keys, content);
    const audit = createAuditChain(keys);
    const empty = { anchors: new Map(), doubt: undefined };
    const storeOf = (installationId: string) => ({ path: folder.auditHeads, chain: audit, installationId });
    /** Records a new installation. Of several instances with the same keys, the first one does. */
    const record = async (): Promise<Installation> => {
      const id = ids.id('inst');
      // An interrupted first start must not look like a lost file: write it before the database knows its keys.
      if (!db.isShared) await explainStorageErrors(folder.auditHeads, () => writeAnchors(storeOf(id), empty, now));
      await recordInstallation(db.write, keys, id);
      const recorded = await findInstallation(db.write);
      if (!recorded || !isRecordedWith(keys, recorded)) throw setUpElsewhere();
      return recorded;
    };
    const known = before ?? (await record());
    const anchorStore = storeOf(known.installation_id);
    const storedAnchors = await explainStorageErrors(folder.auditHeads, async () => {
      const stored = await readAnchors(anchorStore);
      // DECISION 0163: each instance has a file of its own, and a new one begins where the logs are.
      if (!db.isShared || stored.doubt !== 'missing' || stored.isSound) return stored;
      await writeAnchors(anchorStore, empty, now);
      return readAnchors(anchorStore);
    });
    await explainStorageErrors(folder.keys, () => keys.settle());
    // Another instance has gone on with a rotation while this one was stopped.
    const recorded = kidOf(known.fingerprint);
    if (keys.next !== undefined && keys.next === recorded) {
      await explainStorageErrors(folder.keys, () => keys.promote(recorded));
    }
    const isRotationUnrecorded = !isFingerprintCurrent(keys, known);
    const isProvisioned = !before && content.creates_installation_until !== undefined;
    return { keys, isProvisioned, isRotationUnrecorded, db, audit, anchorStore, storedAnchors };
  } catch (error) {
    await db.close();
    throw error;
  }
};
