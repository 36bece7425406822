import { may, roleAlone } from '#shared/rules/permissions.ts';
import type { Role } from '#shared/rules/roles.ts';
import type { AuditAction } from '#shared/texts/audit.ts';
import type { AuditEventRow } from '../storage/store/audit/audit-events.ts';
import { detailsOf } from '../storage/store/stored-columns.ts';
import type { Texts } from './texts.ts';

/** The user signed in at the window. */
export interface WindowUser {
  userId: string;
  tenantId: string;
  role: Role;
}

/** A system notification, and the page that a click on it opens. */
export interface DesktopNotification {
  title: string;
  body: string;
  page: string;
}

type NotificationRule = (row: AuditEventRow, watcher: WindowUser, texts: Texts) => DesktopNotification | undefined;

const newSignIn: NotificationRule = ({ actor_id, ip_address }, { userId }, texts) =>
  actor_id === userId
    ? { title: texts.newSignIn, body: texts.newSignInFrom(ip_address ?? '?'), page: '/dashboard/sessions' }
    : undefined;

/** The outcome of an upgrade run, for users who may read hosting and didn't trigger it themselves. */
const runMoved: NotificationRule = (row, { userId, role }, texts) => {
  const { actor_id, target_label } = row;
  if (actor_id === userId || !may(roleAlone(role), 'hosting.read')) return undefined;
  const { to } = detailsOf(row);
  const body = typeof to === 'string' ? texts.runMoved[to] : undefined;
  return body === undefined ? undefined : { title: target_label ?? texts.server, body, page: '/dashboard/hosting' };
};

/** What an upgrade waits for, for users who can do something about it. */
const upgradeWaits: NotificationRule = (row, { role }, texts) => {
  const { reason } = detailsOf(row);
  const body =
    may(roleAlone(role), 'hosting.manage') && typeof reason === 'string' ? texts.upgradeWaits[reason] : undefined;
  return body === undefined ? undefined : { title: row.target_label ?? texts.server, body, page: '/dashboard/hosting' };
};

/** Which audit events notify the person at the window. To add one, name its action. */
const rules: Partial<Record<AuditAction, NotificationRule>> = {
  login: newSignIn,
  completeLogin: newSignIn,
  loginWithPasskey: newSignIn,
  completeLoginWithPasskey: newSignIn,
  loginWithLink: newSignIn,
  advanceUpgradeRun: runMoved,
  remindOfUpgrade: upgradeWaits,
  orderUpgrade: runMoved,
  upgradeInstance: runMoved,
  checkUpgradeRun: runMoved,
  confirmUpgrade: runMoved,
  revertUpgrade: runMoved,
};

export const notificationOf: NotificationRule = (row, watcher, texts) => rules[row.action]?.(row, watcher, texts);
