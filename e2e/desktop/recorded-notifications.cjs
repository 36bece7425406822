// Loaded into the app with `-r`: records notifications from its start on, as `notifications.ts` does later.
const { Notification } = require('electron');

globalThis.recorded = { shown: [], last: undefined };
Notification.prototype.show = function show() {
  globalThis.recorded.shown.push(`${this.title}: ${this.body}`);
};
