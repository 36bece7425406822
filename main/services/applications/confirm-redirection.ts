import { AppError } from '#shared/texts/errors.ts';
import type { Caller } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { assertConfirmed } from '../identity/confirmation.ts';
import type { EnteredApplication } from './check-application.ts';

/** What says where an application's people, and what it is told of them, go. */
type Whereabouts = Pick<
  EnteredApplication,
  'kind' | 'redirect_uris' | 'logout_uris' | 'backchannel_logout_uri' | 'allow_private_addresses' | 'host'
>;

/** Whether something new is among them. What is taken away leads nobody elsewhere. */
const hasMore = (before: readonly string[], after: readonly string[]): boolean =>
  after.some((uri) => !before.includes(uri));

/** Whether people, or what an application is told of them, would go where they didn't go before, or to whoever proves less. */
export const leadsElsewhere = (before: Whereabouts, after: Whereabouts): boolean =>
  after.kind !== before.kind ||
  hasMore(before.redirect_uris, after.redirect_uris) ||
  hasMore(before.logout_uris, after.logout_uris) ||
  (after.host !== null && after.host !== before.host) ||
  (after.backchannel_logout_uri !== null &&
    (after.backchannel_logout_uri !== before.backchannel_logout_uri ||
      (after.allow_private_addresses && !before.allow_private_addresses)));

/**
 * DECISION 0336: asks a person who has not just confirmed who they are before an application that people trust leads elsewhere. As
 * with its secrets, a key can't.
 * @throws AppError REAUTHENTICATION_REQUIRED, API_KEY_REFUSED, SERVICE_ACCOUNT_REFUSED
 */
export const confirmRedirection = async (
  db: Queries,
  caller: Caller,
  before: Whereabouts,
  after: Whereabouts,
): Promise<void> => {
  if (!leadsElsewhere(before, after)) return;
  if (caller.user === undefined) throw new AppError('SERVICE_ACCOUNT_REFUSED');
  if (caller.key) throw new AppError('API_KEY_REFUSED');
  await assertConfirmed(db, caller);
};
