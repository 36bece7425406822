import { join } from 'node:path';
import { app, Menu, nativeImage, Tray } from 'electron';
import type { Texts } from './texts.ts';

export interface TrayActions {
  show: () => void;
  copyAddress: () => void;
  quit: () => void;
}

/** The tray icon, which gives access to Castellan while its window is closed. */
export const createTray = (texts: Texts, actions: TrayActions): Tray => {
  const isMac = process.platform === 'darwin';
  const image = nativeImage.createFromPath(
    join(app.getAppPath(), 'resources', isMac ? 'trayTemplate.png' : 'tray.png'),
  );
  const tray = new Tray(image);
  tray.setToolTip('Castellan');
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { id: 'tray-open', label: texts.open, click: actions.show },
      { id: 'tray-copy-address', label: texts.copyAddress, click: actions.copyAddress },
      { type: 'separator' },
      { id: 'tray-quit', label: texts.quit, click: actions.quit },
    ]),
  );
  // macOS opens the menu on a click. Elsewhere, people expect a click to open the window.
  if (!isMac) tray.on('click', actions.show);
  return tray;
};
