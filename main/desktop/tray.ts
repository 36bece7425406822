import { join } from 'node:path';
import { app, Menu, nativeImage, Tray } from 'electron';
import { type MenuRemotes, type TrayActions, trayTemplate } from './remotes/remote-menu.ts';
import type { Texts } from './texts.ts';

/** The tray icon, which gives access to Castellan while its window is closed. */
export interface AppTray {
  /** Shows the servers in its menu, and in its text how many notifications no one has seen. */
  show(remotes: MenuRemotes, unseen: number): void;
  destroy(): void;
}

export const createTray = (texts: Texts, actions: TrayActions): AppTray => {
  const isMac = process.platform === 'darwin';
  const image = nativeImage.createFromPath(
    join(app.getAppPath(), 'resources', isMac ? 'trayTemplate.png' : 'tray.png'),
  );
  const tray = new Tray(image);
  // macOS opens the menu on a click. Elsewhere, people expect a click to open the window.
  if (!isMac) tray.on('click', actions.show);
  return {
    show(remotes, unseen) {
      tray.setToolTip(unseen === 0 ? 'Castellan' : texts.unseen(unseen));
      tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(texts, actions, remotes)));
    },
    destroy: () => tray.destroy(),
  };
};
