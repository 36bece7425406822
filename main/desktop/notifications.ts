import { Notification } from 'electron';
import type { AppContext } from '../context.ts';
import type { Logger } from '../platform/logger.ts';
import { auditEventsAfter, lastAuditSequence } from '../store/audit-events.ts';
import type { LastAuthorization } from './last-authorization.ts';
import { type DesktopNotification, notificationOf, type Watcher } from './notification-rules.ts';
import type { Texts } from './texts.ts';

export interface NotificationParts {
  authorization: Pick<LastAuthorization, 'current' | 'onChange'>;
  show: (notification: DesktopNotification) => void;
  texts: Texts;
}

/** So many rows are looked at after one commit; more at once are no news to anybody. */
const newest = 50;

/** The person who is signed in at the window, as the database has it now. */
const watcherOf = async ({ callers }: AppContext, authorization: string | undefined): Promise<Watcher | undefined> => {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return undefined;
  const caller = await callers.identify(token, true).catch(() => undefined);
  return caller && { userId: caller.user.id, tenantId: caller.user.tenantId, role: caller.user.role };
};

/**
 * Shows what happens to the account that is signed in at the window: rows of the audit log, as they are written.
 * Nobody is told of what happened while nobody was signed in there.
 */
export const watchAuditLog = (context: AppContext, { authorization, show, texts }: NotificationParts): void => {
  const { db, log } = context;
  const seen = new Map<string, number>();
  let tail: Promise<void> = Promise.resolve();

  const look = async (header: string | undefined): Promise<void> => {
    const watcher = await watcherOf(context, header);
    if (!watcher) {
      seen.clear();
      return;
    }
    const { tenantId } = watcher;
    const last = await lastAuditSequence(db.read, tenantId);
    const before = seen.get(tenantId);
    seen.set(tenantId, last);
    // What was there before the person came, their own sign-in included, is no news.
    if (before === undefined) return;
    for (const row of await auditEventsAfter(db.read, tenantId, Math.max(before, last - newest), newest)) {
      const notification = notificationOf(row, watcher, texts);
      if (notification) show(notification);
    }
  };

  const lookNow = (): void => {
    // Taken now: by its turn another person may have come.
    const header = authorization.current();
    tail = tail
      .then(() => look(header))
      .catch((error: unknown) => log.error({ err: error }, 'a notification could not be made'));
  };
  authorization.onChange(lookNow);
  db.changes.onCommit('audit', lookNow);
};

/** Notifications that are on the screen: one that nobody holds would be collected, and its click with it. */
const shown = new Set<Notification>();

/** Shows a notification of the system. */
export const showNotification = (
  { title, body }: Omit<DesktopNotification, 'page'>,
  log: Logger,
  click: () => void,
): void => {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body });
  shown.add(notification);
  notification.on('click', click);
  notification.on('close', () => shown.delete(notification));
  notification.on('failed', (_event, reason) => {
    shown.delete(notification);
    log.warn({ reason }, 'a notification was not shown');
  });
  notification.show();
};
