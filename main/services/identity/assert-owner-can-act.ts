import { AppError } from '#shared/texts/errors.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { listOwners, type UserRow } from '../../storage/store/identity/users.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { AppContext } from '../context.ts';
import { sendsEmail } from './sends-email.ts';

/**
 * DECISION 0325: an organization that requires verified addresses keeps an active owner who has one, as long as no email is sent by
 * which another owner could verify theirs. Whatever takes an owner, or the address of one, asks here.
 * @param owners the active owners who would be left; by default those there are
 * @throws AppError LAST_OWNER
 */
export const assertOwnerCanAct = async (
  context: Pick<AppContext, 'mailGateway'>,
  db: Queries,
  tenantId: string,
  owners?: readonly UserRow[],
): Promise<void> => {
  const left = owners ?? (await listOwners(db, tenantId));
  if (left.length === 0 || left.some(({ email_verified }) => email_verified === 1)) return;
  const { verified_email_required } = await findTenant(db, tenantId);
  if (verified_email_required === 0 || (await sendsEmail(context, db, tenantId))) return;
  throw new AppError('LAST_OWNER', { reason: 'only_verified_owner' });
};
