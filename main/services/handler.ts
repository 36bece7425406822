import type { Contract, Feature } from '#shared/contract/index.ts';
import type { InputOf, OperationSpec, OutputOf } from '#shared/contract/operation.ts';
import type { AppContext } from '../context.ts';
import type { VerifiedToken } from '../security/access-tokens.ts';
import type { Caller } from '../security/callers.ts';

/** Where a call comes from. */
export interface Client {
  readonly ip: string;
  readonly userAgent: string;
  /** A console that polls in the background: not activity of its user. */
  readonly background: boolean;
  readonly requestId: string;
}

/** What a handler knows of its call, by the operation's `auth`. */
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

/** One handler per operation: a missing one does not compile. */
export type Handlers = {
  [F in Feature]: {
    [Name in keyof Contract[F]]: Contract[F][Name] extends OperationSpec ? Handler<Contract[F][Name]> : never;
  };
};
