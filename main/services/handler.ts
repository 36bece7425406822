import type { Contract, Feature } from '#shared/contract/index.ts';
import type { InputOf, OperationSpec, OutputOf } from '#shared/contract/operation.ts';
import type { AppContext } from '../context.ts';
import type { VerifiedToken } from '../security/access-tokens.ts';
import type { Caller } from '../security/caller.ts';

/** Where a request comes from. */
export interface Client {
  readonly ip: string;
  readonly userAgent: string;
  /** A console polling in the background, which does not count as user activity. */
  readonly background: boolean;
  readonly requestId: string;
}

/** What a handler knows about its caller, depending on the operation's `auth`. */
export type CallOf<Op extends OperationSpec> = { readonly client: Client } & (Op['auth'] extends 'bearer'
  ? { readonly caller: Caller }
  : Op['auth'] extends 'signed'
    ? { readonly token: VerifiedToken }
    : unknown);

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
