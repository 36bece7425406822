import type { ElectronApplication } from '@playwright/test';

interface Recorded {
  shown: string[];
  last: { emit(name: string): void } | undefined;
}

/** Records system notifications instead of showing them. */
export const recordNotifications = (app: ElectronApplication) =>
  app.evaluate(({ Notification }) => {
    const recorded: Recorded = { shown: [], last: undefined };
    Object.assign(globalThis, { recorded });
    Notification.prototype.show = function show(this: { title: string; body: string; emit(name: string): void }) {
      recorded.shown.push(`${this.title}: ${this.body}`);
      recorded.last = this;
    };
  });

/** The notifications so far. */
export const notifications = (app: ElectronApplication) =>
  app.evaluate(() => (globalThis as unknown as { recorded: Recorded }).recorded.shown);

/** Clicks the last notification. */
export const clickNotification = (app: ElectronApplication) =>
  app.evaluate(() => (globalThis as unknown as { recorded: Recorded }).recorded.last?.emit('click'));
