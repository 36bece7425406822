import type { SignInStep } from '../../database/identity-schema.ts';
import type { Queries, WriteTransaction } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedRows, toInteger } from '../sql.ts';

/** Failed sign-ins of one account on one day, from one address. */
export interface FailedSignIns {
  readonly userId: string;
  /** Days since 1 January 1970, in UTC. */
  readonly day: number;
  readonly step: SignInStep;
  readonly address: string;
  readonly failures: number;
  /** Milliseconds since the epoch. */
  readonly lastAt: number;
}

/** The addresses that are counted on their own for an account on a day. */
export const listCountedAddresses = async (
  db: Queries,
  { userId, day, step }: Pick<FailedSignIns, 'userId' | 'day' | 'step'>,
): Promise<string[]> =>
  (
    await tablesOf(db)
      .selectFrom('failed_sign_ins')
      .select('address')
      .where('user_id', '=', userId)
      .where('day', '=', day)
      .where('step', '=', step)
      .execute()
  ).map(({ address }) => address);

/** Adds failures of an account that still exists. */
export const addFailedSignIns = (
  tx: WriteTransaction,
  { userId, day, step, address, failures, lastAt }: FailedSignIns,
): Promise<unknown> =>
  tablesOf(tx)
    .insertInto('failed_sign_ins')
    .columns(['user_id', 'day', 'step', 'address', 'tenant_id', 'failures', 'last_at'])
    .expression(({ selectFrom, val }) =>
      selectFrom('users')
        .select(({ ref }) => [
          ref('users.id').as('user_id'),
          val(day).as('day'),
          val(step).as('step'),
          val(address).as('address'),
          ref('users.tenant_id').as('tenant_id'),
          val(failures).as('failures'),
          val(lastAt).as('last_at'),
        ])
        .where('users.id', '=', userId),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'day', 'step', 'address']).doUpdateSet(({ eb, ref }) => ({
        failures: eb('failed_sign_ins.failures', '+', ref('excluded.failures')),
        last_at: eb
          .case()
          .when('failed_sign_ins.last_at', '>', ref('excluded.last_at'))
          .then(ref('failed_sign_ins.last_at'))
          .else(ref('excluded.last_at'))
          .end(),
      })),
    )
    .execute();

const since = (db: Queries, tenantId: string, firstDay: number) =>
  tablesOf(db)
    .selectFrom('failed_sign_ins')
    .where('failed_sign_ins.tenant_id', '=', tenantId)
    .where('failed_sign_ins.day', '>=', firstDay);

/** Failed sign-ins of a tenant by day, from a day on. */
export const countFailedSignInsByDay = async (
  db: Queries,
  tenantId: string,
  firstDay: number,
): Promise<ReadonlyMap<number, number>> => {
  const rows = await since(db, tenantId, firstDay)
    .select(({ fn }) => ['day', fn.sum('failures').as('failures')])
    .groupBy('day')
    .execute();
  return new Map(rows.map(({ day, failures }) => [day, toInteger(failures)]));
};

/** The present members of a tenant with the most failed sign-ins from a day on. */
export const listMostTried = async (db: Queries, tenantId: string, firstDay: number, limit: number) => {
  const rows = await since(db, tenantId, firstDay)
    .innerJoin('users', 'users.id', 'failed_sign_ins.user_id')
    .where('users.status', '!=', 'removed')
    .select(({ fn, eb }) => [
      'users.id as user_id',
      'users.name',
      'users.email',
      fn.sum('failures').as('failures'),
      fn.sum(eb.case().when('step', '=', 'code').then(eb.ref('failures')).else(0).end()).as('wrong_codes'),
      fn.max('last_at').as('last_at'),
    ])
    .groupBy(['users.id', 'users.name', 'users.email'])
    .orderBy('failures', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('users.id')
    .limit(limit)
    .execute();
  return rows.map(({ failures, wrong_codes, last_at, ...account }) => ({
    ...account,
    failures: toInteger(failures),
    wrong_codes: toInteger(wrong_codes),
    last_at: toInteger(last_at),
  }));
};

/** Deletes up to `limit` rows of days before a day. Returns how many. */
export const deleteFailedSignInsBefore = (tx: WriteTransaction, day: number, limit: number): Promise<number> =>
  changedRows(
    tablesOf(tx)
      .deleteFrom('failed_sign_ins')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('user_id', 'day', 'step', 'address'),
          'in',
          selectFrom('failed_sign_ins')
            .select(['user_id', 'day', 'step', 'address'])
            .where('day', '<', day)
            .limit(limit)
            .forUpdate()
            .skipLocked()
            .$asTuple('user_id', 'day', 'step', 'address'),
        ),
      ),
  );

/** What was counted for an account, the newest first. */
export const listFailedSignInsOf = (db: Queries, userId: string) =>
  tablesOf(db)
    .selectFrom('failed_sign_ins')
    .select(['day', 'step', 'address', 'failures', 'last_at'])
    .where('user_id', '=', userId)
    .orderBy('last_at', 'desc')
    .execute();
