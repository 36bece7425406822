import { type OperationSpec, pathParameters } from '#shared/contract/operation.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { AnonymousCall } from '../services/handler.ts';
import { type AnyCall, aroundTransactions } from './around-transactions.ts';
import { listsTag, tagOf } from './etag.ts';

/** Answers the read that shows what is about to change, as of a transaction. */
export type ReadState = (tx: AnonymousCall['write'], input: unknown, caller: unknown) => Promise<unknown>;

/**
 * DECISION 0310: a call that changes nothing unless what its caller has read is still so. Its transactions check it, alone among
 * the writers of their organization.
 * @throws AppError PRECONDITION_FAILED
 */
export const requireCurrent = <Call extends AnyCall>(
  call: Call,
  ifMatch: string,
  read: OperationSpec,
  input: unknown,
  readState: ReadState,
): Call => {
  const named = pathParameters(read).map((name) => [name, (input as Record<string, unknown>)[name]]);
  const asked = read.input.parse(Object.fromEntries(named));
  return aroundTransactions(call, (work) => async (tx, ...known) => {
    const etag = tagOf(JSON.stringify(await readState(tx, asked, known[0])));
    if (!listsTag(ifMatch, etag, { takesWeak: false })) throw new AppError('PRECONDITION_FAILED', { etag });
    return work(tx, ...known);
  });
};
