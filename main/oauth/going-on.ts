import { restrictionOf, restrictions } from '#shared/rules/restrictions.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { PersonCaller } from '../security/caller.ts';
import type { SystemContext } from '../services/context.ts';
import { accountFor, authenticationOf } from './accounts.ts';

/** What keeps someone from signing in to an application; undefined if nothing does. */
export const mayGoOn = async (
  { clock, db }: SystemContext,
  applicationId: string,
  caller: PersonCaller,
): Promise<AppError | undefined> => {
  const now = clock.now();
  const restriction = restrictionOf(caller, now);
  if (restriction !== undefined) return new AppError(restrictions[restriction]);
  const account = await accountFor(db.read, applicationId, caller.user.id, now);
  return account ? undefined : new AppError('FORBIDDEN', { reason: 'role' });
};

/** How and when someone signed in, in seconds since the epoch. @throws AppError UNAUTHENTICATED without a session */
export const signInOf = async ({ callers }: SystemContext, { sessionId }: PersonCaller) => {
  const row = sessionId === undefined ? undefined : await callers.find(sessionId);
  if (!row) throw new AppError('UNAUTHENTICATED');
  return { ts: Math.floor(row.session_started_at / 1000), ...authenticationOf(row) };
};
