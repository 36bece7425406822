import { keyScopeOf, type OperationSpec } from '#shared/contract/operation.ts';
import { isRefused } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { VerifiedToken } from '../security/access-tokens.ts';
import type { Caller } from '../security/caller.ts';
import type { Queries, WriteTransaction } from '../storage/database/schema.ts';
import { findCaller } from '../storage/store/identity/callers.ts';
import { isOperator } from '../storage/store/operators.ts';
import type { AppContext, SystemContext } from './context.ts';
import type { AnonymousCall, BearerCall, Client, SignedCall } from './handler.ts';
import { confirmPassword } from './identity/confirm-password.ts';
import { confirmationRequired, isConfirmed, recordConfirmation } from './identity/confirmation.ts';

/** Limits an API key to its scopes. The user's role is checked afterwards, as for any caller. */
export const admitKey = (operation: OperationSpec, { key }: Caller): void => {
  if (!key) return;
  const scope = keyScopeOf(operation);
  if (scope === undefined) throw new AppError('API_KEY_REFUSED');
  if (!key.scopes.includes(scope)) throw new AppError('SCOPE_REQUIRED', { scope });
};

/** @throws AppError SECOND_FACTOR_SETUP_REQUIRED for callers who have to set up two-factor authentication first */
export const admitSecondFactor = (
  { withoutSecondFactor }: OperationSpec,
  { secondFactorDueAt }: Caller,
  now: number,
): void => {
  if (withoutSecondFactor || secondFactorDueAt === undefined || secondFactorDueAt > now) return;
  throw new AppError('SECOND_FACTOR_SETUP_REQUIRED');
};

/** @throws AppError FORBIDDEN unless the caller's role may hold the operation's permission */
export const admitRole = ({ allow: permission }: OperationSpec, { user }: Caller): void => {
  if (permission && isRefused(user.role, permission)) throw new AppError('FORBIDDEN', { reason: 'role' });
};

/**
 * DECISION 0215: reads who operates the installation for each call, so that whoever no longer does sees nothing more.
 * @throws AppError FORBIDDEN
 */
export const admitOperator = async (
  { operator }: OperationSpec,
  { user }: Caller,
  reads: () => Queries,
): Promise<void> => {
  if (operator && !(await isOperator(reads(), user.id))) throw new AppError('FORBIDDEN', { reason: 'operators_only' });
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
  if (confirm === 'always' && !isConfirmed(caller, now)) throw await confirmationRequired(reads(), caller);
};

/** Who makes a call, as far as it is known. */
interface Origin {
  readonly client: Client;
  readonly caller?: Caller;
  readonly token?: VerifiedToken;
}

/** What a call works with. Its reads wait for the turn of its tenant, or of its address if no one is signed in. */
export const contextOf = (context: SystemContext, { client, caller, token }: Origin): AppContext => {
  const tenant = caller?.user.tenantId ?? token?.claims.tenant_id;
  return { ...context, db: context.db.scopedTo({ tenant, address: client.ip, gone: client.gone }) };
};

/** A call whose transactions check the caller again: what was read before they began may have changed by then. */
export const bearerCall = (
  context: SystemContext,
  operation: OperationSpec,
  client: Client,
  caller: Caller,
): BearerCall => {
  const { clock, db, callers } = context;
  let confirmedHash: string | undefined;
  const admit = async (tx: WriteTransaction): Promise<Caller> => {
    const current = await callers.reload(tx, caller);
    admitKey(operation, current);
    admitSecondFactor(operation, current, clock.now());
    admitRole(operation, current);
    await admitOperator(operation, current, () => tx);
    if (confirmedHash === undefined) return current;
    if (current.user.passwordHash !== confirmedHash) throw new AppError('CURRENT_PASSWORD_INVALID');
    if (current.confirmsWith !== 'password') return current;
    const confirmed = { at: clock.now(), with: 'password' } as const;
    await recordConfirmation(tx, current, confirmed.with, confirmed.at);
    return { ...current, confirmed };
  };
  return {
    client,
    caller,
    async confirmPassword(password) {
      await confirmPassword(contextOf(context, { client, caller }), client, caller, password);
      confirmedHash = caller.user.passwordHash;
    },
    transaction: (work) =>
      db.transaction({ tenant: caller.user.tenantId }, async (tx) => {
        const current = await admit(tx);
        const now = clock.now();
        await admitConfirmation(operation, current, now, () => tx);
        return work(tx, isConfirmed(current, now) ? current : { ...current, isUnconfirmed: true });
      }),
    confirming: (work) => db.transaction({ tenant: caller.user.tenantId }, async (tx) => work(tx, await admit(tx))),
  };
};

/** A call whose transactions read the token's session again. */
export const signedCall = ({ db }: SystemContext, client: Client, token: VerifiedToken): SignedCall => ({
  client,
  token,
  transaction: (work) =>
    db.transaction({ tenant: token.claims.tenant_id }, async (tx) => {
      const row = await findCaller(tx, token.sessionId);
      return work(tx, row?.ended_at === null ? row : undefined);
    }),
});

export const anonymousCall = ({ db }: SystemContext, client: Client): AnonymousCall => ({
  client,
  write: db.write,
  transaction: (scope, work) => db.transaction({ address: client.ip, ...scope }, work),
});
