import { AppError } from '#shared/texts/errors.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { emailDomainsOf } from '../../storage/store/stored-columns.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';

/**
 * Checks a new address of a member or an invitee. Addresses that an account already has stay.
 * @throws AppError EMAIL_DOMAIN_NOT_ALLOWED if the organization allows only other domains (DECISION 0135)
 */
export const assertAllowedDomain = async (db: Queries, tenantId: string, email: string): Promise<void> => {
  const domains = emailDomainsOf(await findTenant(db, tenantId));
  if (domains.length > 0 && !domains.includes(email.slice(email.lastIndexOf('@') + 1))) {
    throw new AppError('EMAIL_DOMAIN_NOT_ALLOWED');
  }
};
