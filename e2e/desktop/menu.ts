import { type ElectronApplication, expect } from '@playwright/test';

/**
 * Clicks an item of the app's menu, once the app has one and the item is enabled. Toggles a checkbox item, like a real
 * click does.
 */
export const clickMenuItem = async (app: ElectronApplication, id: string): Promise<void> => {
  await expect
    .poll(() => app.evaluate(({ Menu }, item) => Menu.getApplicationMenu()?.getMenuItemById(item)?.enabled, id))
    .toBe(true);
  await app.evaluate(({ Menu, BaseWindow }, item) => {
    const found = Menu.getApplicationMenu()?.getMenuItemById(item);
    if (!found) throw new Error(`There is no ${item}`);
    // Missing from Electron's type declarations: the method that its own menus call.
    const { click } = found as unknown as { click(event: object, window: object | undefined): void };
    click.call(found, {}, BaseWindow.getAllWindows()[0]);
  }, id);
};

/** Chooses each other server in the app's menu, and does something while it is shown. */
export const chooseEachRemote = async (
  app: ElectronApplication,
  act: () => Promise<void> = async () => {},
): Promise<void> => {
  const items = await app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? [])
      .flatMap(({ submenu }) => submenu?.items ?? [])
      .map(({ id }) => id)
      .filter((id) => /^server-[0-9a-f]/.test(id)),
  );
  for (const item of items) {
    await clickMenuItem(app, item);
    await act();
  }
};

/** Records the items of a context menu instead of opening it. */
export const recordMenus = (app: ElectronApplication) =>
  app.evaluate(({ Menu }) => {
    const menus: string[][] = [];
    Object.assign(globalThis, { menus });
    Menu.prototype.popup = function popup() {
      menus.push(this.items.filter(({ enabled }) => enabled).map(({ role, id }) => String(role ?? id).toLowerCase()));
    };
  });

/** The enabled items of each context menu so far. */
export const menusOf = (app: ElectronApplication) =>
  app.evaluate(() => (globalThis as unknown as { menus: string[][] }).menus);
