import type { SystemContext } from '#main/services/context.ts';
import type { ConfirmedWith } from '#main/storage/database/identity-schema.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';
import { nextCode } from './second-factor.ts';
import type { Person, TestService } from './test-service.ts';

/** Sets when, and with what, the user of an account's sessions has last confirmed who they are. */
export const setConfirmed = async (
  { db }: Pick<SystemContext, 'db'>,
  userId: string,
  confirmed_at: number | null,
  confirmed_with: ConfirmedWith | null,
): Promise<void> => {
  await tablesOf(db.write)
    .updateTable('sessions')
    .set({ confirmed_at, confirmed_with })
    .where('user_id', '=', userId)
    .execute();
};

/** Lets every confirmation lapse. */
export const lapse = ({ clock }: Pick<TestService, 'clock'>): void => clock.advance(lifetimesMs.confirmation);

/** Confirms a session with the next code of its user's authenticator app. */
export const confirmWithCode = async (app: TestService, { token }: Person, secret: string): Promise<void> =>
  void (await app.call(contract.auth.confirmSession, { code: nextCode(app, secret) }, { token }));
