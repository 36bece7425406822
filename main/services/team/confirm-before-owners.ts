import { isOwner } from '#shared/rules/permissions.ts';
import type { Caller } from '../../security/caller.ts';
import { includesOwner } from '../../storage/store/identity/users.ts';
import type { BearerCall } from '../handler.ts';
import { assertGovernsRole } from '../identity/assert-governs.ts';

/**
 * Asks for a confirmation before the first of several members is changed, so that a client which confirms and sends the
 * call again changes no one twice. Whom the caller doesn't govern, each change tells on its own.
 * @throws AppError REAUTHENTICATION_REQUIRED
 */
export const confirmBeforeOwners = ({ transaction }: BearerCall<Caller>, userIds: readonly string[]): Promise<void> =>
  transaction(async (tx, caller) => {
    if (!caller.isUnconfirmed || !isOwner(caller.governingRole)) return;
    if (await includesOwner(tx, caller.principal.tenantId, userIds)) await assertGovernsRole(tx, caller, 'owner');
  });
