import type { Contract, Feature } from '#shared/contract/index.ts';
import type { InputOf, OperationSpec, OutputOf, TakesServiceAccounts } from '#shared/contract/operation.ts';
import type { VerifiedToken } from '../security/access-tokens.ts';
import type { Browser } from '../security/browser-sessions.ts';
import type { Caller, PersonCaller } from '../security/caller.ts';
import type { TransactionScope } from '../storage/database/database.ts';
import type { Queries, WriteTransaction } from '../storage/database/schema.ts';
import type { CallerRow } from '../storage/store/identity/callers.ts';
import type { AppContext } from './context.ts';

/** How callers follow the pages of a list. */
export interface ListClient {
  /** Tells this list from others, and from itself with other filters. */
  readonly name: () => string;
  /** Says where the next page begins, with the answer. */
  readonly nextPage: (cursor: string) => void;
}

/** Where a request comes from. */
export interface Client {
  readonly ip: string;
  /** Whether the request was made on this machine, and not forwarded by a proxy. */
  readonly isLocal?: () => boolean;
  readonly userAgent: string;
  /** The token by which the device says that it is known (DECISION 0263), as it was sent. */
  readonly device?: string | undefined;
  /** Gives the device a new one, with the answer. */
  readonly rememberDevice?: (token: string) => void;
  /** The browser, if whoever signs in there gets a secret for it (DECISION 0331). */
  readonly browser?: Browser | undefined;
  /** The solution of a challenge, as it was sent. */
  readonly captcha?: string | undefined;
  /** Says that an earlier request got the same answer. */
  readonly isReplayed?: () => void;
  /** The list whose pages are asked for, if callers can follow them. */
  readonly list?: ListClient | undefined;
  /** A console polling in the background, which does not count as user activity. */
  readonly background: boolean;
  readonly requestId: string;
  /** Aborted once no one waits for the answer anymore. Made on first use: most requests never need it. */
  readonly gone?: () => AbortSignal;
}

/** A call's transaction; see {@link BearerCall}. Helpers that serve several kinds of callers take one. */
export type Transact = <Result>(work: (tx: WriteTransaction) => Promise<Result>) => Promise<Result>;

/** A call with a session or an API key; `Calls` tells whether the key may be that of a service account. */
export interface BearerCall<Calls extends Caller = PersonCaller> {
  readonly client: Client;
  /** The caller when the call came in. To decide something, use the one that `transaction` hands over. */
  readonly caller: Calls;
  /**
   * Runs `work` in a transaction that first reads the caller again: nothing takes effect once they were removed, demoted
   * or signed out, or once the password that they confirmed has changed.
   * @throws AppError SESSION_ENDED, TOKEN_INVALID, TOKEN_EXPIRED, FORBIDDEN, SCOPE_REQUIRED, CURRENT_PASSWORD_INVALID,
   * REAUTHENTICATION_REQUIRED, or whatever `work` throws, with nothing written.
   */
  transaction<Result>(work: (tx: WriteTransaction, caller: Calls) => Promise<Result>): Promise<Result>;
  /** Like `transaction`, for what confirms who is calling: all it doesn't require is that they have confirmed it before. */
  confirming<Result>(work: (tx: WriteTransaction, caller: Calls) => Promise<Result>): Promise<Result>;
  /**
   * Asks for the caller's password again. From then on, the call's transactions require that it is still the same.
   * @throws AppError CURRENT_PASSWORD_INVALID; ACCOUNT_LOCKED after too many wrong ones
   */
  confirmPassword(password: string): Promise<void>;
}

/** A call with a signed access token, whose session may have ended. */
export interface SignedCall {
  readonly client: Client;
  readonly token: VerifiedToken;
  /** Runs `work` with the token's session and user as stored now, or undefined if the session has ended. */
  transaction<Result>(work: (tx: WriteTransaction, session: CallerRow | undefined) => Promise<Result>): Promise<Result>;
}

/** A call without credentials: whatever it presents instead is checked by a conditional write. */
export interface AnonymousCall {
  readonly client: Client;
  /** Single conditional statements. */
  readonly write: Queries;
  transaction<Result>(scope: TransactionScope, work: (tx: WriteTransaction) => Promise<Result>): Promise<Result>;
}

/** What a handler knows about its caller and how it writes, depending on the operation's `auth`. */
export type CallOf<Op extends OperationSpec> = Op['auth'] extends 'bearer'
  ? BearerCall<TakesServiceAccounts<Op> extends true ? Caller : PersonCaller>
  : Op['auth'] extends 'signed'
    ? SignedCall
    : AnonymousCall;

export type Handler<Op extends OperationSpec> = (
  context: AppContext,
  input: InputOf<Op>,
  call: CallOf<Op>,
) => Promise<OutputOf<Op>>;

/** One handler per operation; a missing one fails to compile. */
export type Handlers = {
  [F in Feature]: {
    [Name in keyof Contract[F]]: Contract[F][Name] extends OperationSpec ? Handler<Contract[F][Name]> : never;
  };
};
