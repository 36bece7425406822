import type { Browser } from '../../security/browser-sessions.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { type FormerSession, forgetBrowser } from '../../storage/store/identity/browsers.ts';
import { isOpenSession, type SessionRow } from '../../storage/store/identity/sessions.ts';
import { deleteProtectedSessionsIn, moveProtectedSessions } from '../../storage/store/oauth/protected-sessions.ts';
import type { AppContext } from '../context.ts';

type FormerBrowser = Pick<Browser, 'formerHash'>;

const former = async (tx: WriteTransaction, { formerHash }: FormerBrowser): Promise<FormerSession | undefined> =>
  formerHash === undefined ? undefined : forgetBrowser(tx, formerHash);

/**
 * Someone has signed in where a browser had a session before. What the same account has opened at protected hosts goes on in the
 * new session, so that signing out ends it. What others have opened there ends: whoever comes next must not be taken for them.
 */
export const takeOverBrowser = async (
  { callers }: Pick<AppContext, 'callers'>,
  tx: WriteTransaction,
  browser: FormerBrowser,
  { id, user_id }: Pick<SessionRow, 'id' | 'user_id'>,
): Promise<void> => {
  const session = await former(tx, browser);
  if (!session) return;
  const isOwn = session.user_id === user_id;
  // A session that has lapsed hands nothing on.
  if (isOwn && (await isOpenSession(tx, session.id, callers.openAt(session.tenant_id))))
    await moveProtectedSessions(tx, session.id, id);
  else await deleteProtectedSessionsIn(tx, session.id);
};

/** Someone signs out in a browser, perhaps of another session than the last one there: at protected hosts, both are over. */
export const leaveBrowser = async (tx: WriteTransaction, browser: FormerBrowser): Promise<void> => {
  const session = await former(tx, browser);
  if (session) await deleteProtectedSessionsIn(tx, session.id);
};
