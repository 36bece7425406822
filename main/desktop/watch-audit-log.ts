import { bearerToken } from '#shared/contract/http-names.ts';
import type { SystemContext } from '../services/context.ts';
import { auditEventsAfter, lastAuditSequence } from '../storage/store/audit/audit-events.ts';
import type { LastAuthorization } from './last-authorization.ts';
import { type DesktopNotification, notificationOf, type WindowUser } from './notification-rules.ts';
import type { Texts } from './texts.ts';

interface NotificationParts {
  authorization: Pick<LastAuthorization, 'current' | 'onChange'>;
  show: (notification: DesktopNotification) => void;
  texts: Texts;
}

/** Check at most this many rows after one commit. A larger batch is not news to anyone. */
const newest = 50;

/** The user signed in at the window, as the database currently has them. */
const windowUser = async (
  { callers }: SystemContext,
  authorization: string | undefined,
): Promise<WindowUser | undefined> => {
  const token = bearerToken(authorization);
  if (token === undefined) return undefined;
  // Signed out meanwhile, so there is no one to notify.
  const watched = await callers.watch(token).catch(() => undefined);
  const caller = watched?.caller;
  return caller && { userId: caller.user.id, tenantId: caller.user.tenantId, role: caller.user.role };
};

/**
 * Shows notifications for the account signed in at the window, as audit events are written. Skips events from while
 * no one was signed in there.
 */
export const watchAuditLog = (context: SystemContext, { authorization, show, texts }: NotificationParts): void => {
  const { db, log } = context;
  const seen = new Map<string, number>();
  let tail: Promise<void> = Promise.resolve();

  const look = async (header: string | undefined): Promise<void> => {
    const watcher = await windowUser(context, header);
    if (!watcher) {
      seen.clear();
      return;
    }
    const { tenantId } = watcher;
    const last = await lastAuditSequence(db.read, tenantId);
    const before = seen.get(tenantId);
    seen.set(tenantId, last);
    // Events from before this sign-in, and the sign-in itself, are not news.
    if (before === undefined) return;
    for (const row of await auditEventsAfter(db.read, tenantId, Math.max(before, last - newest), newest)) {
      const notification = notificationOf(row, watcher, texts);
      if (notification) show(notification);
    }
  };

  const lookNow = (): void => {
    // Read it now: another person may have signed in by the time this runs.
    const header = authorization.current();
    tail = tail
      .then(() => look(header))
      .catch((error: unknown) => log.error({ err: error }, 'failed to create a notification'));
  };
  authorization.onChange(lookNow);
  db.changes.onCommit('audit', lookNow);
};
