import type { Database, TransactionScope } from '../storage/database/database.ts';
import type { WriteTransaction } from '../storage/database/schema.ts';

/** Ends a transaction with nothing written. */
class Rehearsed<Result> extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super('Only tried');
    this.result = result;
  }
}

/**
 * Runs a change in a transaction. If it is only tried, nothing is written, but everything is checked as for the real change.
 */
export const changeOrTry = async <Result>(
  db: Pick<Database, 'transaction'>,
  scope: TransactionScope,
  isTried: boolean,
  work: (tx: WriteTransaction) => Promise<Result>,
): Promise<Result> => {
  try {
    return await db.transaction(scope, async (tx) => {
      const result = await work(tx);
      if (isTried) throw new Rehearsed(result);
      return result;
    });
  } catch (error) {
    // Only the line above throws one, with the result of this work.
    if (error instanceof Rehearsed) return error.result as Result;
    throw error;
  }
};
