import { AppError } from '#shared/errors.ts';
import type { Queries } from '../../database/schema.ts';
import type { Caller } from '../../security/callers.ts';
import { isSample } from '../../store/sample-tenants.ts';
import { findFirstTenant } from '../../store/tenants.ts';

/**
 * Whether the caller belongs to the tenant that has the installation. DECISION: it is the oldest one, for whoever signs
 * up first has set the program up; when it is deleted, the next oldest. Sample data counts only while it is alone.
 */
export const isOfInstallation = async (db: Queries, { user }: Caller): Promise<boolean> =>
  (await findFirstTenant(db))?.id === user.tenantId;

/** Whether the caller's tenant decides about the mail server: that of the installation, unless its data are a sample. */
export const decidesAboutMail = async (db: Queries, caller: Caller): Promise<boolean> =>
  (await isOfInstallation(db, caller)) && !(await isSample(db, caller.user.tenantId));

/** @throws AppError FORBIDDEN for tenants that are guests, STATE_CONFLICT for sample data, and beside a server set outside */
export const assertDecidesAboutMail = async (
  db: Queries,
  caller: Caller,
  outside: string | undefined,
): Promise<void> => {
  if (!(await isOfInstallation(db, caller))) {
    throw new AppError('FORBIDDEN', { detail: 'The mail server is set by an owner of the first team here.' });
  }
  if (await isSample(db, caller.user.tenantId)) {
    throw new AppError('STATE_CONFLICT', {
      detail: 'Sample data sends no mail: set the server from your own account.',
    });
  }
  if (outside !== undefined) {
    throw new AppError('STATE_CONFLICT', { detail: 'The mail server is set where Castellan is started.' });
  }
};
