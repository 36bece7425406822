import { mayKeyGrant } from '#shared/rules/permissions.ts';
import type { Role } from '#shared/rules/roles.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Caller } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import type { Client } from '../handler.ts';
import { assertGovernsRole } from '../identity/assert-governs.ts';

/** The caller of a request, as its transaction has read them, and their client. */
export interface RequestActor<Calls extends Caller = Caller> {
  readonly caller: Calls;
  readonly client: Client;
}

/**
 * DECISION 0062: an API key makes people members and nothing more. Otherwise, its holder could invite or promote
 * an account of their own, and sign in with everything that is kept from keys.
 * @throws AppError API_KEY_REFUSED, SERVICE_ACCOUNT_REFUSED, ROLE_NOT_ALLOWED unless the caller may give someone this role; REAUTHENTICATION_REQUIRED
 */
export const assertMayGrant = async (db: Queries, { caller }: RequestActor, role: Role): Promise<void> => {
  await assertGovernsRole(db, caller, role);
  if (!caller.key || mayKeyGrant(role)) return;
  throw new AppError(caller.user ? 'API_KEY_REFUSED' : 'SERVICE_ACCOUNT_REFUSED');
};
