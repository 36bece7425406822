import { AppError } from '#shared/texts/errors.ts';
import type { PersonCaller } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { isSample } from '../../storage/store/team/sample-tenants.ts';
import { findFirstTenant } from '../../storage/store/team/tenants.ts';

/**
 * Whether the caller belongs to the tenant that administers this server. DECISION 0025: the oldest tenant does, because
 * whoever signs up first has set up the server; if it is deleted, the next oldest. Sample data counts only while it is
 * the only tenant.
 */
export const isAdminTenant = async (db: Queries, { user }: PersonCaller): Promise<boolean> =>
  (await findFirstTenant(db))?.id === user.tenantId;

/** Whether the caller's tenant manages the mail server: the admin tenant does, unless it holds sample data. */
export const managesMailServer = async (db: Queries, caller: PersonCaller): Promise<boolean> =>
  (await isAdminTenant(db, caller)) && !(await isSample(db, caller.user.tenantId));

/** @throws AppError FORBIDDEN for other tenants */
export const assertManagesBackups = async (db: Queries, caller: PersonCaller): Promise<void> => {
  if (!(await isAdminTenant(db, caller))) throw new AppError('FORBIDDEN', { reason: 'backups_of_admin_team' });
};

/**
 * @throws AppError FORBIDDEN for other tenants, STATE_CONFLICT for sample data or if the server is configured outside
 */
export const assertManagesMailServer = async (
  db: Queries,
  caller: PersonCaller,
  outside: string | undefined,
): Promise<void> => {
  if (!(await isAdminTenant(db, caller))) {
    throw new AppError('FORBIDDEN', { reason: 'mail_server_of_admin_team' });
  }
  if (await isSample(db, caller.user.tenantId)) {
    throw new AppError('STATE_CONFLICT', { reason: 'sample_sends_no_email' });
  }
  if (outside !== undefined) {
    throw new AppError('STATE_CONFLICT', { reason: 'mail_server_configured_outside' });
  }
};
