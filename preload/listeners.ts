import { ipcRenderer } from 'electron';
import type { DesktopBridge } from '#shared/contract/desktop-bridge.ts';

/** What main sends to the page: kept until the page listens. */
export const createListeners = (): Pick<DesktopBridge, 'onOpen' | 'onFind'> => {
  /** Pages requested before the console listened. */
  const waiting: string[] = [];
  let open = (address: string): void => {
    waiting.push(address);
  };
  ipcRenderer.on('castellan:open', (_event, address: string) => open(address));

  /** Whether the find bar was requested before the page had one. */
  let isFindWanted = false;
  const wantFind = (): void => {
    isFindWanted = true;
  };
  let find = wantFind;
  ipcRenderer.on('castellan:find', () => find());

  return {
    onOpen: (listener) => {
      open = listener;
      for (const address of waiting.splice(0)) listener(address);
      return () => {
        open = (address) => waiting.push(address);
      };
    },
    onFind: (listener) => {
      find = listener;
      if (isFindWanted) listener();
      isFindWanted = false;
      return () => {
        find = wantFind;
      };
    },
  };
};
