import type { Selectable } from 'kysely';
import type { ApplicationSessionTable } from '../../database/oauth-schema.ts';
import type { Queries, WriteTransaction } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedRows } from '../sql.ts';
import { dropLogoutNotice, queueLogoutNotices } from './logout-notices.ts';

export type ApplicationSessionRow = Selectable<ApplicationSessionTable>;

/**
 * Stores that someone has entered an application in a session. False if someone has ended that session meanwhile: one that ends at the
 * same time waits, and finds the row. What the application would be told of an earlier entry no longer matters.
 */
export const enterApplication = async (
  tx: WriteTransaction,
  { sid, application_id, session_id, user_id, tells_sid, entered_at }: ApplicationSessionRow,
): Promise<boolean> => {
  const entered = await changedRows(
    tablesOf(tx)
      .insertInto('application_sessions')
      .columns(['sid', 'application_id', 'session_id', 'user_id', 'tells_sid', 'entered_at'])
      .expression(({ selectFrom, val }) =>
        selectFrom('sessions')
          .select(({ ref }) => [
            val(sid).as('sid'),
            val(application_id).as('application_id'),
            ref('sessions.id').as('session_id'),
            val(user_id).as('user_id'),
            val(tells_sid).as('tells_sid'),
            val(entered_at).as('entered_at'),
          ])
          .where('sessions.id', '=', session_id)
          .where(({ eb, or }) =>
            or([eb('sessions.ended_at', 'is', null), eb('sessions.end_reason', 'in', ['idle', 'expired'])]),
          )
          .forShare(),
      )
      .onConflict((conflict) => conflict.column('sid').doUpdateSet({ tells_sid, entered_at })),
  );
  if (entered === 0) return false;
  await dropLogoutNotice(tx, sid);
  return true;
};

const entered = (db: Queries) => tablesOf(db).deleteFrom('application_sessions');

/** Takes sessions out of the applications that were entered in them, and queues what these are told. */
const leave = async (db: Queries, which: ReturnType<typeof entered>, now: number): Promise<void> =>
  queueLogoutNotices(db, await which.returningAll().execute(), now);

/** For sessions that someone has ended. */
export const leaveApplicationsIn = (db: Queries, sessionIds: readonly string[], now: number): Promise<void> =>
  leave(db, entered(db).where('session_id', 'in', sessionIds), now);

/** For what an account has entered, in all of its sessions or in all but one. */
export const leaveApplicationsOf = (db: Queries, userId: string, now: number, except?: string): Promise<void> =>
  leave(
    db,
    entered(db)
      .where('user_id', '=', userId)
      .$if(except !== undefined, (query) => query.where('session_id', '!=', except ?? '')),
    now,
  );

/** For what the accounts of an organization have entered. */
export const leaveApplicationsOfTenant = (db: Queries, tenantId: string, now: number): Promise<void> =>
  leave(
    db,
    entered(db).where('application_id', 'in', ({ selectFrom }) =>
      selectFrom('applications').select('id').where('tenant_id', '=', tenantId),
    ),
    now,
  );

export const leaveAllApplications = (db: Queries, now: number): Promise<void> => leave(db, entered(db), now);

/** For someone who no longer lets an application know them. */
export const leaveApplication = (
  db: Queries,
  { userId, applicationId }: { userId: string; applicationId: string },
  now: number,
): Promise<void> =>
  leave(db, entered(db).where('user_id', '=', userId).where('application_id', '=', applicationId), now);

/** For an application that everyone is signed out of. */
export const emptyApplication = (db: Queries, applicationId: string, now: number): Promise<void> =>
  leave(db, entered(db).where('application_id', '=', applicationId), now);
