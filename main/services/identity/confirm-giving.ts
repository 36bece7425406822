import type { GrantablePermission } from '#shared/rules/permissions.ts';
import type { Caller } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { assertConfirmed } from './confirmation.ts';

/**
 * DECISION 0322: asks a person who has not just confirmed who they are before someone else gets what custom roles give. A key gives no
 * more than its scopes, and can't confirm.
 * @param given reads what that is; only for those who would be asked
 * @throws AppError REAUTHENTICATION_REQUIRED
 */
export const confirmGiving = async (
  db: Queries,
  caller: Caller,
  given: () => Promise<readonly GrantablePermission[]>,
): Promise<void> => {
  if (caller.user === undefined || caller.key || !caller.isUnconfirmed) return;
  if ((await given()).length > 0) await assertConfirmed(db, caller);
};
