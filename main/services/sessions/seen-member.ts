import { found } from '../../platform/app-error.ts';
import type { Caller } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { findMember, type UserRow } from '../../storage/store/identity/users.ts';

/**
 * A member whose sessions and sign-ins the caller may see. Whoever manages sessions sees those of everyone, as in the list of all; to
 * end one, they have to govern its person. @throws AppError MEMBER_NOT_FOUND
 */
export const seenMember = async (db: Queries, { principal }: Caller, userId: string): Promise<UserRow> =>
  found(await findMember(db, principal.tenantId, userId), 'MEMBER_NOT_FOUND');
