import { lifetimesMs, second } from '#shared/rules/limits.ts';
import type { ConfirmationMethod } from '#shared/rules/sign-in-methods.ts';
import { AppError } from '#shared/texts/errors.ts';
import { remainingWait } from '../../platform/remaining-wait.ts';
import type { Caller, PersonCaller } from '../../security/caller.ts';
import type { ConfirmedWith } from '../../storage/database/identity-schema.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { countPasskeys } from '../../storage/store/identity/passkeys.ts';
import { countRecoveryCodes, hasAuthenticator } from '../../storage/store/identity/second-factors.ts';
import { confirmSession } from '../../storage/store/identity/sessions.ts';

/**
 * Whether a caller may make sensitive changes at `now`, in milliseconds since the epoch: none of them has to confirm who
 * they are, or they did, recently and with the strongest that they have (DECISION 0258).
 */
export const isConfirmed = ({ confirmsWith, confirmed }: Caller, now: number): boolean => {
  if (confirmsWith === undefined) return true;
  if (!confirmed || (confirmsWith === 'second_factor' && confirmed.with !== 'second_factor')) return false;
  return remainingWait(confirmed.at + lifetimesMs.confirmation, now, lifetimesMs.confirmation) > 0;
};

/** The error that asks a caller to confirm who they are, and says with what they can. */
export const confirmationRequired = async (db: Queries, { user }: PersonCaller): Promise<AppError> => {
  const factors: ConfirmationMethod[] = [
    ...((await countPasskeys(db, user.id)) > 0 ? (['passkey'] as const) : []),
    ...((await hasAuthenticator(db, user.id)) ? (['authenticator'] as const) : []),
    ...((await countRecoveryCodes(db, user.id)) > 0 ? (['recovery_code'] as const) : []),
  ];
  return new AppError('REAUTHENTICATION_REQUIRED', {
    confirm_with: factors.length > 0 ? factors : ['password'],
    max_age_seconds: lifetimesMs.confirmation / second,
  });
};

/**
 * DECISION 0322: asks a caller who has not just confirmed who they are, before someone gets more permissions.
 * @throws AppError REAUTHENTICATION_REQUIRED
 */
export const assertConfirmed = async (db: Queries, caller: PersonCaller): Promise<void> => {
  if (caller.isUnconfirmed) throw await confirmationRequired(db, caller);
};

/** Stores that a session's user has just proved who they are. API keys have no session to confirm. */
export const recordConfirmation = async (
  tx: Queries,
  { sessionId }: Pick<PersonCaller, 'sessionId'>,
  confirmedWith: ConfirmedWith,
  now: number,
): Promise<void> => {
  if (sessionId !== undefined) await confirmSession(tx, sessionId, confirmedWith, now);
};
