import { may } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { listGrantedToPerson } from '../../storage/store/custom-roles/granted.ts';
import { listViewersOf } from '../../storage/store/identity/one-time-tokens.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import { governsPerson } from './assert-within.ts';

/** Those who have one of these see links of others. */
const showing = ['team.manage', 'mail.manage'] as const;

/**
 * Checks that whoever was shown a link into an account still governs it, and may still see such links: since then, custom roles
 * may have given the account more, or taken from the viewer what they saw it by (DECISION 0307).
 * @throws AppError LINK_INVALID
 */
export const assertViewersGovern = async (
  db: Queries,
  tokenId: string,
  account: Pick<UserRow, 'id' | 'role'>,
): Promise<void> => {
  for (const { tenant_id: tenantId, ...viewer } of await listViewersOf(db, tokenId)) {
    if (viewer.id === account.id) continue;
    const principal = { ...viewer, tenantId, granted: await listGrantedToPerson(db, viewer.id) };
    const isAllowed = showing.some((permission) => may(principal, permission));
    if (!isAllowed || !(await governsPerson(db, { governingRole: viewer.role, principal }, account))) {
      throw new AppError('LINK_INVALID');
    }
  }
};
