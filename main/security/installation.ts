import { createHmac } from 'node:crypto';
import type { DatabaseReport } from '../database/database-report.ts';
import type { Queries } from '../database/schema.ts';
import { StartError } from '../platform/start-error.ts';
import { type Installation, saveInstallation } from '../store/installation.ts';
import { handleOf, type Key, type KeyRing, kidOf } from './keys.ts';

const fingerprintOf = ({ kid, derive }: Key, installationId: string): string =>
  `${kid}.${createHmac('sha256', handleOf(derive('installation')))
    .update(installationId)
    .digest('base64url')}`;

/** Whether these keys wrote the database. Before the first start has recorded it, there is nothing in it. */
const belongTogether = (keys: KeyRing, { installation, hasTenants }: DatabaseReport['keyTraces']): boolean => {
  if (!installation) return !hasTenants;
  const key = keys.find(kidOf(installation.fingerprint));
  return key !== undefined && fingerprintOf(key, installation.installationId) === installation.fingerprint;
};

/** Where the keys and the database are, in messages. */
interface Places {
  readonly keys: string;
  readonly database: string;
}

/**
 * DECISION 0057: keys and database belong together: with other keys, people could sign in, but second factors and stored secrets could
 * not be read, and each audited change would break the audit log permanently.
 * @param report undefined if there is no database file.
 * @throws StartError that says which file to restore.
 */
export const assertKeysFit = (
  { keys: keyFile, database }: Places,
  keys: KeyRing | undefined,
  report: DatabaseReport | undefined,
): void => {
  if (!keys) {
    if (!report?.keyTraces.installation && !report?.keyTraces.hasTenants) return;
    throw new StartError(`${keyFile} is missing. Restore it from the same backup as ${database}`);
  }
  if (!report || report.applied.length === 0) {
    throw new StartError(
      `${keyFile} exists, but its database ${database} ${report ? 'is empty' : 'is missing'}. Restore both from the same backup. To start a new installation instead, move ${keyFile} away`,
    );
  }
  if (belongTogether(keys, report.keyTraces)) return;
  const kid = kidOf(report.keyTraces.installation?.fingerprint ?? '');
  if (keys.findAuditKey(kid) && !keys.find(kid)) {
    throw new StartError(
      `${keyFile} no longer has the key ${kid} that ${database} was sealed with: it was retired later. Restore both from the same backup`,
    );
  }
  throw new StartError(
    `${keyFile} belongs to another installation than ${database}. Restore both from the same backup`,
  );
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
