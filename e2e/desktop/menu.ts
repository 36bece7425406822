import type { ElectronApplication } from '@playwright/test';

/** Clicks an item of the app's menu. A switch turns itself, as under a person's mouse. */
export const clickMenuItem = (app: ElectronApplication, id: string): Promise<void> =>
  app.evaluate(({ Menu, BrowserWindow }, item) => {
    const found = Menu.getApplicationMenu()?.getMenuItemById(item);
    if (!found?.enabled) throw new Error(`${item} cannot be clicked`);
    // Missing from Electron's declarations: what its own menus call.
    const { click } = found as unknown as { click(event: object, window: object | undefined): void };
    click.call(found, {}, BrowserWindow.getAllWindows()[0]);
  }, id);
