import type { z } from 'zod';
import type { backupStatus } from '#shared/contract/settings/resources.ts';
import { toIso } from '../../platform/clock.ts';
import type { PersonCaller } from '../../security/caller.ts';
import type { AppContext } from '../context.ts';
import { isAdminTenant } from '../identity/admin-tenant.ts';

type BackupStatus = z.output<typeof backupStatus>;

const hidden: BackupStatus = { manageable: false, plan: null, running: false, last: null, failure: null };

/** The state of the installation's backups. DECISION 0025: only the admin team sees the host. */
export const presentBackups = async (
  { backups, db }: Pick<AppContext, 'backups' | 'db'>,
  caller: PersonCaller,
): Promise<BackupStatus> => {
  if (!(await isAdminTenant(db.read, caller))) return hidden;
  const { dir, everyMs, keep, passphrase } = backups.plan;
  const newest = await backups.newest();
  const failure = backups.failure();
  return {
    manageable: true,
    plan:
      dir === undefined
        ? null
        : { folder: dir, every_seconds: everyMs / 1_000, keep, keys: passphrase() !== undefined },
    running: backups.isRunning(),
    last: newest ? { file: newest.file, created_at: toIso(newest.at), bytes: newest.bytes } : null,
    failure: failure ? { at: toIso(failure.at), message: failure.message } : null,
  };
};
