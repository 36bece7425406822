import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { emptyApplication, leaveApplication } from '../logouts/application-sessions.ts';
import { changedRows } from '../sql.ts';

/**
 * Ends what an application may do in someone's name: their consent, and every grant, code, token and open browser. True if there was any. Records that
 * have expired don't count.
 */
export const endAccess = async (
  db: Queries,
  { userId, applicationId }: { userId: string; applicationId: string },
  now: number,
): Promise<boolean> => {
  const tables = tablesOf(db);
  const ofBoth = tables
    .deleteFrom('oauth_records')
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId);
  const valid = await changedRows(
    ofBoth.where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
  );
  await ofBoth.execute();
  const browsers = await changedRows(
    tables.deleteFrom('protected_sessions').where('user_id', '=', userId).where('application_id', '=', applicationId),
  );
  const consents = await changedRows(
    tables.deleteFrom('application_consents').where('user_id', '=', userId).where('application_id', '=', applicationId),
  );
  await leaveApplication(db, { userId, applicationId }, now);
  return valid + browsers + consents > 0;
};

/** Ends what an application may do in anyone's name. What people let it know stays theirs to revoke. */
export const endEveryAccess = async (db: Queries, applicationId: string, now: number): Promise<void> => {
  await tablesOf(db).deleteFrom('oauth_records').where('application_id', '=', applicationId).execute();
  await tablesOf(db).deleteFrom('protected_sessions').where('application_id', '=', applicationId).execute();
  await emptyApplication(db, applicationId, now);
};
