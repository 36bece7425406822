import type { AuditAction } from '#shared/audit.ts';
import type { AuditEventRow } from '../store/audit-events.ts';
import type { Texts } from './texts.ts';

/** Whose window it is. */
export interface Watcher {
  userId: string;
  tenantId: string;
}

/** A notification of the system, and the page that a click on it opens. */
export interface Notice {
  title: string;
  body: string;
  page: string;
}

type NoticeRule = (row: AuditEventRow, watcher: Watcher, texts: Texts) => Notice | undefined;

const newSignIn: NoticeRule = ({ actor_id, ip_address }, { userId }, texts) =>
  actor_id === userId
    ? { title: texts.newSignIn, body: texts.newSignInFrom(ip_address ?? '?'), page: '/dashboard/sessions' }
    : undefined;

/** Which rows of the audit log are worth a notification to the person at the window. To add one, name its action. */
const rules: Partial<Record<AuditAction, NoticeRule>> = {
  login: newSignIn,
  completeLogin: newSignIn,
};

export const noticeOf: NoticeRule = (row, watcher, texts) => rules[row.action]?.(row, watcher, texts);
