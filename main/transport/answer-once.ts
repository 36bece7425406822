import { type OperationSpec, takesIdempotencyKey } from '#shared/contract/operation.ts';
import type { Caller } from '../security/caller.ts';
import type { Attempt } from '../security/idempotency.ts';
import type { AppContext } from '../services/context.ts';
import { type AnyCall, aroundTransactions } from './around-transactions.ts';
import { parseIdempotencyKey } from './parse-input.ts';

/** A call whose transactions also store what they return, if that is the answer of the operation. */
const keepingCall = <Call extends AnyCall>({ output }: OperationSpec, call: Call, { keep, commits }: Attempt): Call =>
  aroundTransactions(call, (work) => async (tx, ...known) => {
    const result = await work(tx, ...known);
    if (output.safeParse(result).success) await keep(tx, result);
    commits();
    return result;
  });

const requesterOf = ({ user, key, principal }: Caller) =>
  user ? { userId: user.id, apiKeyId: key?.id } : { serviceKeyId: key.id, accountId: principal.id };

/** Runs the work of a call, or answers what an earlier request with its Idempotency-Key was answered. */
export const answerOnce = async <Call extends AnyCall>(
  { idempotency }: Pick<AppContext, 'idempotency'>,
  operation: OperationSpec,
  header: string | undefined,
  input: unknown,
  call: Call,
  work: (call: Call) => Promise<unknown>,
): Promise<unknown> => {
  const key = takesIdempotencyKey(operation) ? parseIdempotencyKey(header) : undefined;
  if (key === undefined) return work(call);
  const { id, answersSecret } = operation;
  const by = 'caller' in call ? requesterOf(call.caller) : { address: call.client.ip };
  const { answer, isReplayed } = await idempotency.once({ key, by, operation: id, input, answersSecret }, (attempt) =>
    work(keepingCall(operation, call, attempt)),
  );
  if (isReplayed) call.client.isReplayed?.();
  return answer;
};
