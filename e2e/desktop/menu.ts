import type { ElectronApplication } from '@playwright/test';

/** Clicks an item of the app's menu. Toggles a checkbox item, like a real click does. */
export const clickMenuItem = (app: ElectronApplication, id: string): Promise<void> =>
  app.evaluate(({ Menu, BrowserWindow }, item) => {
    const found = Menu.getApplicationMenu()?.getMenuItemById(item);
    if (!found?.enabled) throw new Error(`Cannot click ${item}`);
    // Missing from Electron's type declarations: the method that its own menus call.
    const { click } = found as unknown as { click(event: object, window: object | undefined): void };
    click.call(found, {}, BrowserWindow.getAllWindows()[0]);
  }, id);
