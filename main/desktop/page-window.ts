import { setImmediate } from 'node:timers/promises';
import { BrowserWindow, type BrowserWindowConstructorOptions } from 'electron';

/** A window of its own for a page. Neither a page that objects, nor one that hangs or has crashed, can keep it open. */
export const createPageWindow = (options: BrowserWindowConstructorOptions): BrowserWindow => {
  const window = new BrowserWindow(options);
  const end = async (): Promise<void> => {
    // Not within an event of the window or its page.
    await setImmediate();
    if (!window.isDestroyed()) window.destroy();
  };
  window.on('close', (event) => {
    event.preventDefault();
    void end();
  });
  window.webContents.on('render-process-gone', () => void end());
  return window;
};
