import type { Caller } from '../security/caller.ts';
import type { AnonymousCall, BearerCall, SignedCall, Transact } from '../services/handler.ts';

export type AnyCall = AnonymousCall | BearerCall<Caller> | SignedCall;

type WriteTransaction = Parameters<Parameters<Transact>[0]>[0];
type Work = (tx: WriteTransaction, ...known: unknown[]) => Promise<unknown>;

/** A call with something else around what it does in its transactions. */
export const aroundTransactions = <Call extends AnyCall>(call: Call, around: (work: Work) => Work): Call =>
  Object.fromEntries(
    Object.entries(call).map(([name, member]) =>
      name === 'transaction' || name === 'confirming'
        ? [name, (...args: unknown[]) => member(...args.slice(0, -1), around(args.at(-1) as Work))]
        : [name, member],
    ),
  ) as Call;
