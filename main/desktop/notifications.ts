import { Notification } from 'electron';
import type { AppContext } from '../context.ts';
import { auditEventsAfter, lastAuditSequence } from '../store/audit-events.ts';
import { type Notice, noticeOf, type Watcher } from './notices.rules.ts';
import type { Texts } from './texts.ts';

export interface NotificationParts {
  /** The Authorization header that the window sent last. */
  authorization: () => string | undefined;
  show: (notice: Notice) => void;
  texts: Texts;
}

/** So many rows are looked at after one commit; more at once are no news to anybody. */
const newest = 50;

/** The person who is signed in at the window, as the database has it now. */
const watcherOf = async ({ callers }: AppContext, authorization: string | undefined): Promise<Watcher | undefined> => {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return undefined;
  const caller = await callers.identify(token, true).catch(() => undefined);
  return caller && { userId: caller.user.id, tenantId: caller.user.tenantId };
};

/**
 * Shows what happens to the account that is signed in at the window: rows of the audit log, as they are written.
 * Nobody is told of what happened while nobody was signed in there.
 */
export const watchAuditLog = (context: AppContext, parts: NotificationParts): void => {
  const { db, log } = context;
  const seen = new Map<string, number>();
  let tail: Promise<void> = Promise.resolve();

  const look = async (authorization: string | undefined): Promise<void> => {
    const watcher = await watcherOf(context, authorization);
    if (!watcher) {
      seen.clear();
      return;
    }
    const { tenantId } = watcher;
    const last = await lastAuditSequence(db.read, tenantId);
    // The first look at a tenant comes with its first news.
    const after = Math.max(seen.get(tenantId) ?? last - 1, last - newest);
    for (const row of await auditEventsAfter(db.read, tenantId, after, newest)) {
      const notice = noticeOf(row, watcher, parts.texts);
      if (notice) parts.show(notice);
    }
    seen.set(tenantId, last);
  };

  db.changes.onCommit('audit', () => {
    // Taken now: whoever signs in at the window has not used the new token yet, and needs no news of it.
    const authorization = parts.authorization();
    tail = tail
      .then(() => look(authorization))
      .catch((error: unknown) => log.error({ err: error }, 'a notification could not be made'));
  });
};

/** Notifications that are on the screen: one that nobody holds would be collected, and its click with it. */
const shown = new Set<Notification>();

/** Shows a notification of the system. */
export const showNotice = ({ title, body }: Omit<Notice, 'page'>, click: () => void): void => {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body });
  shown.add(notification);
  notification.on('click', click);
  notification.on('close', () => shown.delete(notification));
  notification.show();
};
