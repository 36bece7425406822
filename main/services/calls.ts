import { keyScopeOf, type OperationSpec, serviceScopeOf } from '#shared/contract/operation.ts';
import { isRefused } from '#shared/rules/permissions.ts';
import { restrictionOf, restrictions } from '#shared/rules/restrictions.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { VerifiedToken } from '../security/access-tokens.ts';
import { type Caller, requirePerson } from '../security/caller.ts';
import type { Queries, WriteTransaction } from '../storage/database/schema.ts';
import { findCaller } from '../storage/store/identity/callers.ts';
import { isOperator } from '../storage/store/operators.ts';
import type { AppContext, SystemContext } from './context.ts';
import type { AnonymousCall, BearerCall, Client, SignedCall } from './handler.ts';
import { confirmPassword } from './identity/confirm-password.ts';
import { confirmationRequired, isConfirmed, recordConfirmation } from './identity/confirmation.ts';
import { recordRefusal } from './recording/record-refusal.ts';

/**
 * Who calls with a token.
 * @throws AppError TOKEN_INVALID, TOKEN_EXPIRED, SESSION_ENDED, ADDRESS_NOT_ALLOWED
 */
export const identify = async (context: SystemContext, token: string, client: Client): Promise<Caller> => {
  try {
    return await context.callers.identify(token, client);
  } catch (error) {
    // The caller is told why it was refused, even if that can't be recorded now.
    await recordRefusal(contextOf(context, { client }), error, client).catch((failure: unknown) =>
      context.log.error({ err: failure }, 'failed to record a refused address'),
    );
    throw error;
  }
};

/** Limits a key to its scopes. The role is checked afterwards, as for any caller. */
export const admitKey = (operation: OperationSpec, { key, user }: Caller): void => {
  if (!key) return;
  if (!user) {
    const needed = serviceScopeOf(operation);
    if (needed === undefined) throw new AppError('SERVICE_ACCOUNT_REFUSED');
    if (needed !== 'none' && !key.scopes.includes(needed)) throw new AppError('SCOPE_REQUIRED', { scope: needed });
    return;
  }
  const scope = keyScopeOf(operation);
  if (scope === undefined) throw new AppError('API_KEY_REFUSED');
  if (!key.scopes.includes(scope)) throw new AppError('SCOPE_REQUIRED', { scope });
};

/**
 * DECISION 0136: keeps callers who haven't met what their organization requires from all but meeting it.
 * @throws AppError EMAIL_VERIFICATION_REQUIRED, SECOND_FACTOR_SETUP_REQUIRED
 */
export const admitRestricted = ({ despite }: OperationSpec, caller: Caller, now: number): void => {
  const restriction = restrictionOf(caller, now, despite);
  if (restriction !== undefined) throw new AppError(restrictions[restriction]);
};

/** @throws AppError FORBIDDEN unless the caller's role may hold the operation's permission */
export const admitRole = ({ allow: permission }: OperationSpec, { principal }: Caller): void => {
  // What is open to guests says so itself.
  if (permission && !principal.guest && isRefused(principal, permission))
    throw new AppError('FORBIDDEN', { reason: 'role' });
};

/** DECISION 0324: keeps guests from all that isn't open to them. @throws AppError FORBIDDEN */
export const admitGuest = ({ guests }: OperationSpec, { principal }: Caller): void => {
  if (principal.guest && guests !== 'allowed') throw new AppError('FORBIDDEN', { reason: 'guest' });
};

/**
 * DECISION 0215: reads who operates the installation for each call, so that whoever no longer does sees nothing more.
 * @throws AppError FORBIDDEN
 */
export const admitOperator = async (
  { operator }: OperationSpec,
  { principal }: Caller,
  reads: () => Queries,
): Promise<void> => {
  if (operator && !(await isOperator(reads(), principal.id)))
    throw new AppError('FORBIDDEN', { reason: 'operators_only' });
};

/**
 * Whether the input of an operation can prove who is calling. Then its transactions ask for a confirmation, once the proof
 * was taken.
 */
export const carriesProof = ({ errors, input: { shape } }: OperationSpec, { confirmsWith }: Caller): boolean =>
  confirmsWith === 'second_factor' ? 'passkey' in shape : errors.includes('CURRENT_PASSWORD_INVALID');

/**
 * DECISION 0258: sensitive changes need a recent confirmation of who is calling. For those that are sensitive only if they
 * concern ownership, assertGoverns decides.
 * @throws AppError REAUTHENTICATION_REQUIRED
 */
export const admitConfirmation = async (
  { confirm }: OperationSpec,
  caller: Caller,
  now: number,
  reads: () => Queries,
): Promise<void> => {
  if (confirm !== 'always' || isConfirmed(caller, now)) return;
  throw await confirmationRequired(reads(), requirePerson(caller));
};

/** Who makes a call, as far as it is known. */
interface Origin {
  readonly client: Client;
  readonly caller?: Caller;
  readonly token?: VerifiedToken;
}

/** What a call works with. Its reads wait for the turn of its tenant, or of its address if no one is signed in. */
export const contextOf = (context: SystemContext, { client, caller, token }: Origin): AppContext => {
  const tenant = caller?.principal.tenantId ?? token?.claims.tenant_id;
  return { ...context, db: context.db.scopedTo({ tenant, address: client.ip, gone: client.gone }) };
};

/** A call whose transactions check the caller again: what was read before they began may have changed by then. */
export const bearerCall = <Calls extends Caller>(
  context: SystemContext,
  operation: OperationSpec,
  client: Client,
  caller: Calls,
): BearerCall<Calls> => {
  const { clock, db, callers } = context;
  const scope = { tenant: caller.principal.tenantId };
  let confirmedHash: string | undefined;
  const admit = async (tx: WriteTransaction): Promise<Calls> => {
    const current = await callers.reload(tx, caller, client);
    admitKey(operation, current);
    admitRestricted(operation, current, clock.now());
    admitGuest(operation, current);
    admitRole(operation, current);
    await admitOperator(operation, current, () => tx);
    if (confirmedHash === undefined) return current;
    const person = requirePerson(current);
    if (person.user.passwordHash !== confirmedHash) throw new AppError('CURRENT_PASSWORD_INVALID');
    if (person.confirmsWith !== 'password') return current;
    const confirmed = { at: clock.now(), with: 'password' } as const;
    await recordConfirmation(tx, person, confirmed.with, confirmed.at);
    return { ...current, confirmed };
  };
  return {
    client,
    caller,
    async confirmPassword(password) {
      const person = requirePerson(caller);
      await confirmPassword(contextOf(context, { client, caller }), client, person, password);
      confirmedHash = person.user.passwordHash;
    },
    transaction: (work) =>
      db.transaction(scope, async (tx) => {
        const current = await admit(tx);
        const now = clock.now();
        await admitConfirmation(operation, current, now, () => tx);
        return work(tx, isConfirmed(current, now) ? current : { ...current, isUnconfirmed: true });
      }),
    confirming: (work) => db.transaction(scope, async (tx) => work(tx, await admit(tx))),
  };
};

/** A call for a session, whose transactions read it again. */
export const sessionCall = (
  { db }: SystemContext,
  client: Client,
  { sessionId, tenantId }: { readonly sessionId: string; readonly tenantId: string },
): Omit<SignedCall, 'token'> => ({
  client,
  transaction: (work) =>
    db.transaction({ tenant: tenantId }, async (tx) => {
      const row = await findCaller(tx, sessionId);
      return work(tx, row?.ended_at === null ? row : undefined);
    }),
});

/** A call for the session of a token. */
export const signedCall = (context: SystemContext, client: Client, token: VerifiedToken): SignedCall => ({
  ...sessionCall(context, client, { sessionId: token.sessionId, tenantId: token.claims.tenant_id }),
  token,
});

export const anonymousCall = ({ db }: SystemContext, client: Client): AnonymousCall => ({
  client,
  write: db.write,
  transaction: (scope, work) => db.transaction({ address: client.ip, ...scope }, work),
});
