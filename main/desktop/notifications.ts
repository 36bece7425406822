import { Notification } from 'electron';
import type { Logger } from '../platform/logger.ts';
import type { DesktopNotification } from './notification-rules.ts';

/** Notifications on screen. Without a reference they would be garbage-collected, along with their click handler. */
const shown = new Set<Notification>();

/**
 * A text without markup. On Linux, many desktops read tags in it, such as links: a server could send people anywhere. An
 * entity alone makes no tag.
 */
export const plainBody = (body: string, platform: NodeJS.Platform): string =>
  platform === 'linux' ? body.replaceAll('<', '‹') : body;

/** Shows a system notification. */
export const showNotification = (
  { title, body }: Omit<DesktopNotification, 'page'>,
  log: Logger,
  click: () => void,
): void => {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body: plainBody(body, process.platform) });
  shown.add(notification);
  notification.on('click', click);
  notification.on('close', () => shown.delete(notification));
  notification.on('failed', (_event, reason) => {
    shown.delete(notification);
    log.warn({ reason }, 'notification not shown');
  });
  notification.show();
};
