import { createHmac } from 'node:crypto';
import type { DataFolder } from '../platform/data-folder.ts';
import { StartError } from '../platform/start-error.ts';
import { fileBytes } from '../platform/storage-error.ts';
import type { DatabaseReport } from '../storage/database/database-report.ts';
import type { Queries } from '../storage/database/schema.ts';
import { type Installation, saveInstallation } from '../storage/store/installation.ts';
import {
  handleOf,
  type Key,
  type KeyFile,
  type KeyRing,
  keyRingOf,
  kidOf,
  longestWaitMs,
  readKeyFileContent,
} from './keys.ts';

const fingerprintOf = ({ kid, derive }: Key, installationId: string): string =>
  `${kid}.${createHmac('sha256', handleOf(derive('installation')))
    .update(installationId)
    .digest('base64url')}`;

/** Whether an installation was recorded with one of these keys. */
export const isRecordedWith = (
  keys: Pick<KeyRing, 'find'>,
  { installation_id: id, fingerprint }: Installation,
): boolean => {
  const key = keys.find(kidOf(fingerprint));
  return key !== undefined && fingerprintOf(key, id) === fingerprint;
};

/** Whether these keys wrote the database. Before the first start has recorded it, there is nothing in it. */
const belongTogether = (keys: KeyRing, { installation, hasTenants }: DatabaseReport['keyTraces']): boolean => {
  if (!installation) return !hasTenants;
  const { installationId: installation_id, fingerprint } = installation;
  return isRecordedWith(keys, { installation_id, fingerprint });
};

/** What a data folder knows about its installation, whatever became of the database. */
export interface FolderFacts {
  readonly folder: Pick<DataFolder, 'keys' | 'auditHeads'>;
  /** Undefined if there is no key file. */
  readonly keys: KeyFile | undefined;
  /** Only an installation that had a database writes them. */
  readonly hasAuditHeads: boolean;
}

/** @throws StartError if the key file is accessible to others, or damaged */
export const readFolderFacts = async (folder: FolderFacts['folder']): Promise<FolderFacts> => ({
  folder,
  keys: await readKeyFileContent(folder.keys),
  hasAuditHeads: (await fileBytes(folder.auditHeads)) > 0,
});

/**
 * Whether the database doesn't exist yet, rather than being lost: only keys that were generated for it, lately, may begin.
 * @param at where the database should be
 * @throws StartError that says what to restore
 */
const assertMayBegin = (
  { folder, keys: content, hasAuditHeads }: FolderFacts & { keys: KeyFile },
  at: { database: string; isEmpty: boolean },
  now: number,
): void => {
  const { keys, auditHeads } = folder;
  const until = content.creates_installation_until;
  if (until === undefined) throw new StartError({ name: 'keysAlone', values: { ...at, keys } });
  if (hasAuditHeads) throw new StartError({ name: 'keysAloneAfterUse', values: { ...at, keys, auditHeads } });
  const waitMs = Date.parse(until) - now;
  if (waitMs >= 0 && waitMs <= longestWaitMs) return;
  throw new StartError({ name: 'keysAloneTooLate', values: { ...at, keys, until } });
};

/**
 * DECISION 0057: keys and database belong together: with other keys, people could sign in, but second factors and stored secrets could
 * not be read, and each audited change would break the audit log permanently.
 * @param database where it is, in messages
 * @param report undefined if there is no database file.
 * @throws StartError that says which file to restore.
 */
export const assertKeysFit = (
  facts: FolderFacts,
  database: string,
  report: DatabaseReport | undefined,
  now: number,
): void => {
  const { keys: content } = facts;
  const { keys: keyFile } = facts.folder;
  if (!content) {
    if (!report?.keyTraces.installation && !report?.keyTraces.hasTenants) return;
    throw new StartError({ name: 'keysMissing', values: { keys: keyFile, database } });
  }
  const keys = keyRingOf(content);
  if (!report || report.applied.length === 0) {
    assertMayBegin({ ...facts, keys: content }, { database, isEmpty: report !== undefined }, now);
    return;
  }
  if (belongTogether(keys, report.keyTraces)) return;
  const kid = kidOf(report.keyTraces.installation?.fingerprint ?? '');
  if (keys.findAuditKey(kid) && !keys.find(kid)) {
    throw new StartError({ name: 'keyRetired', values: { keys: keyFile, database, kid } });
  }
  throw new StartError({ name: 'keysOfAnother', values: { keys: keyFile, database } });
};

/** Whether the fingerprint was made with the current key. It wasn't if keys were rotated since. */
export const isFingerprintCurrent = ({ current }: KeyRing, { fingerprint }: Installation): boolean =>
  kidOf(fingerprint) === current.kid;

/**
 * Records which keys the database belongs to, with the current key, so that older keys may be removed afterwards. False if
 * it belongs to another installation.
 */
export const recordInstallation = (db: Queries, { current }: Pick<KeyRing, 'current'>, id: string): Promise<boolean> =>
  saveInstallation(db, { installation_id: id, fingerprint: fingerprintOf(current, id) });
