import type { Selectable } from 'kysely';
import { second, totp } from '#shared/rules/limits.ts';
import { clockDifferenceMs } from '../../../platform/remaining-wait.ts';
import type { SecondFactorTable } from '../../database/identity-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedOne, countOf } from '../sql.ts';
import { countPasskeys } from './passkeys.ts';
import { deleteTrustedDevicesOf } from './trusted-devices.ts';

export type SecondFactorRow = Selectable<SecondFactorTable>;

/** Stores an unconfirmed enrollment and replaces an earlier one; false if a second factor is already active. */
export const startEnrolment = (
  db: Queries,
  row: Pick<SecondFactorRow, 'user_id' | 'sealed_secret' | 'created_at'>,
): Promise<boolean> =>
  changedOne(
    tablesOf(db)
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
  tablesOf(db).selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Whether an authenticator app is set up. */
export const hasAuthenticator = async (db: Queries, userId: string): Promise<boolean> =>
  (await findSecondFactor(db, userId))?.confirmed_at != null;

/** Whether a password alone doesn't sign in. DECISION 0191: a passkey counts like an authenticator app. */
export const hasSecondFactor = async (db: Queries, userId: string): Promise<boolean> =>
  (await hasAuthenticator(db, userId)) || (await countPasskeys(db, userId)) > 0;

/** Activates the enrollment with this secret: one conditional write, so only one caller wins. */
export const confirmEnrolment = (
  db: Queries,
  enrolment: Pick<SecondFactorRow, 'user_id' | 'sealed_secret'>,
  step: number,
  now: number,
): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('second_factors')
      .set({ confirmed_at: now, last_step: step })
      .where('user_id', '=', enrolment.user_id)
      .where('sealed_secret', '=', enrolment.sealed_secret)
      .where('confirmed_at', 'is', null),
  );

/** How many steps another correct clock can have seen after a code that is still taken. */
const stepsAhead = 2 * totp.window + clockDifferenceMs / second / totp.periodSeconds;

/**
 * Consumes a time step and all earlier ones: one conditional write, so only one caller wins. A last step that no correct
 * clock can have seen yet comes from one that was ahead, and counts as none.
 */
export const spendStep = (
  db: Queries,
  factor: Pick<SecondFactorRow, 'user_id' | 'sealed_secret'>,
  step: number,
): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('second_factors')
      .set({ last_step: step })
      .where('user_id', '=', factor.user_id)
      .where('sealed_secret', '=', factor.sealed_secret)
      .where('confirmed_at', 'is not', null)
      .where(({ eb, or }) => or([eb('last_step', '<', step), eb('last_step', '>', step + stepsAhead)])),
  );

/** Deletes the authenticator app of an account; false if there was none. */
export const deleteAuthenticator = (db: Queries, userId: string): Promise<boolean> =>
  changedOne(
    tablesOf(db).deleteFrom('second_factors').where('user_id', '=', userId).where('confirmed_at', 'is not', null),
  );

/** Recovery codes and trusted devices replace another factor, so they go with the last one. */
export const deleteReplacedFactors = async (db: Queries, userId: string): Promise<void> => {
  if (await hasSecondFactor(db, userId)) return;
  await deleteRecoveryCodes(db, userId);
  await deleteTrustedDevicesOf(db, userId);
};

/** Deletes the authenticator app of an account, also one that isn't confirmed yet. */
export const deleteEnrolment = (db: Queries, userId: string) =>
  tablesOf(db).deleteFrom('second_factors').where('user_id', '=', userId).execute();

export const deleteRecoveryCodes = (db: Queries, userId: string) =>
  tablesOf(db).deleteFrom('recovery_codes').where('user_id', '=', userId).execute();

/** Deletes what a user got at or after a timestamp: passkeys, the authenticator app, also unconfirmed, and recovery codes. */
export const deleteSecondFactorsSince = async (db: Queries, userId: string, since: number): Promise<void> => {
  await tablesOf(db).deleteFrom('passkeys').where('user_id', '=', userId).where('created_at', '>=', since).execute();
  await tablesOf(db)
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where(({ fn }) => fn.coalesce('confirmed_at', 'created_at'), '>=', since)
    .execute();
  await tablesOf(db)
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .execute();
  await deleteReplacedFactors(db, userId);
};

export const replaceRecoveryCodes = async (
  db: Queries,
  userId: string,
  hashes: readonly string[],
  now: number,
): Promise<void> => {
  await deleteRecoveryCodes(db, userId);
  await tablesOf(db)
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: now })))
    .execute();
};

/** Consumes a recovery code: one conditional write, so only one caller wins. */
export const spendRecoveryCode = (db: Queries, userId: string, codeHash: string): Promise<boolean> =>
  changedOne(tablesOf(db).deleteFrom('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', codeHash));

export const countRecoveryCodes = (db: Queries, userId: string): Promise<number> =>
  countOf(tablesOf(db).selectFrom('recovery_codes').where('user_id', '=', userId));
