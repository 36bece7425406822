import type { Selectable } from 'kysely';
import type { SecondFactorTable } from '../../database/identity-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { changedOne, countOf } from '../sql.ts';

export type SecondFactorRow = Selectable<SecondFactorTable>;

/** Stores an unconfirmed enrollment and replaces an earlier one; false if a second factor is already active. */
export const startEnrolment = (
  db: Queries,
  row: Pick<SecondFactorRow, 'user_id' | 'sealed_secret' | 'created_at'>,
): Promise<boolean> =>
  changedOne(
    db
      .insertInto('second_factors')
      .values({ ...row, last_step: 0, confirmed_at: null })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ sealed_secret: row.sealed_secret, created_at: row.created_at })
          .where('second_factors.confirmed_at', 'is', null),
      ),
  );

export const findSecondFactor = (db: Queries, userId: string): Promise<SecondFactorRow | undefined> =>
  db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Whether sign-in requires a code. */
export const hasSecondFactor = async (db: Queries, userId: string): Promise<boolean> =>
  (await findSecondFactor(db, userId))?.confirmed_at != null;

/** Activates the enrollment with this secret: one conditional write, so only one caller wins. */
export const confirmEnrolment = (
  db: Queries,
  enrolment: Pick<SecondFactorRow, 'user_id' | 'sealed_secret'>,
  step: number,
  now: number,
): Promise<boolean> =>
  changedOne(
    db
      .updateTable('second_factors')
      .set({ confirmed_at: now, last_step: step })
      .where('user_id', '=', enrolment.user_id)
      .where('sealed_secret', '=', enrolment.sealed_secret)
      .where('confirmed_at', 'is', null),
  );

/** Consumes a time step and all earlier ones: one conditional write, so only one caller wins. */
export const spendStep = (
  db: Queries,
  factor: Pick<SecondFactorRow, 'user_id' | 'sealed_secret'>,
  step: number,
): Promise<boolean> =>
  changedOne(
    db
      .updateTable('second_factors')
      .set({ last_step: step })
      .where('user_id', '=', factor.user_id)
      .where('sealed_secret', '=', factor.sealed_secret)
      .where('confirmed_at', 'is not', null)
      .where('last_step', '<', step),
  );

/** Deletes a second factor and its recovery codes; false if there was none. */
export const deleteSecondFactor = async (db: Queries, userId: string): Promise<boolean> => {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  return changedOne(
    db.deleteFrom('second_factors').where('user_id', '=', userId).where('confirmed_at', 'is not', null),
  );
};

export const replaceRecoveryCodes = async (db: Queries, userId: string, hashes: readonly string[]): Promise<void> => {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
};

/** Consumes a recovery code: one conditional write, so only one caller wins. */
export const spendRecoveryCode = (db: Queries, userId: string, codeHash: string): Promise<boolean> =>
  changedOne(db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', codeHash));

export const countRecoveryCodes = (db: Queries, userId: string): Promise<number> =>
  countOf(db.selectFrom('recovery_codes').where('user_id', '=', userId));
