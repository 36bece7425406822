import { type ReadDatabase, type TransactionScope, wholeDatabase } from '../storage/database/database.ts';
import type { Queries, WriteTransaction } from '../storage/database/schema.ts';
import type { AppContext } from './context.ts';

/**
 * Runs work for the service itself, without checking any caller: records what has happened at the provider, counts a
 * failed attempt, ends what has expired. No handler may import it; authority-by-type.test.ts lists who does.
 */
export const systemTransaction = <Result>(
  { db }: Pick<AppContext, 'db'>,
  scope: TransactionScope,
  work: (tx: WriteTransaction) => Promise<Result>,
): Promise<Result> => db[wholeDatabase].transaction(scope, work);

/** Like {@link systemTransaction}, for one conditional statement. Name the tenant where its users see the change. */
export const systemWrite = ({ db }: Pick<AppContext, 'db'>, tenant?: string): Queries =>
  tenant === undefined ? db[wholeDatabase].write : db[wholeDatabase].writeFor(tenant);

/** Reads in a tenant's turn that don't end with the request, for work that goes on behind it. */
export const lastingReads = ({ db }: Pick<AppContext, 'db'>, tenant: string): ReadDatabase =>
  db[wholeDatabase].scopedTo({ tenant });
