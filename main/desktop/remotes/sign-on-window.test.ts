import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { BrowserWindow } from '#e2e/support/electron.ts';
import { createLogger } from '../../platform/logger.ts';
import { openSignOn, type SignOnParts } from './sign-on-window.ts';

const open = () => {
  const gone = new AbortController();
  openSignOn({
    parent: undefined,
    address: 'https://office.example/',
    isBack: () => false,
    title: (host: string) => `${host} · Sign in`,
    problemPage: (address: string, error: string) => `data:${error} ${address}`,
    onBack: () => {},
    gone: gone.signal,
    log: createLogger('silent'),
  } as unknown as SignOnParts);
  const window = BrowserWindow.open().at(-1) as BrowserWindow;
  const fail = async (code: number, isMainFrame = true, address = 'https://login.example/') => {
    window.webContents.emit('did-fail-load', {}, code, 'ERR_X', address, isMainFrame);
    await setImmediate();
  };
  const loaded = () => window.webContents.loadURL.mock.calls.map(([address]) => address);
  return { window, fail, loaded, end: () => gone.abort() };
};

it('a page that can’t be loaded is told instead of a blank window, under the name of its host', async () => {
  const { window, fail, loaded, end } = open();
  await fail(-105);
  expect(loaded()).toEqual(['https://office.example/', 'data:ERR_X https://login.example/']);
  window.webContents.emit('did-navigate', {}, 'data:ERR_X https://login.example/', 0);
  expect(window.title).toBe('login.example · Sign in');
  end();
});

it('what no host has, such as the page that tells why, is told no further', async () => {
  const { fail, loaded, end } = open();
  for (const address of ['', 'about:blank', 'data:text/html,x']) await fail(-2, true, address);
  expect(loaded()).toEqual(['https://office.example/']);
  end();
});

it('neither a frame nor a page that another one replaced is told', async () => {
  const { fail, loaded, end } = open();
  await fail(-105, false);
  await fail(-3);
  expect(loaded()).toEqual(['https://office.example/']);
  end();
  // Its window is gone.
  await fail(-105);
  expect(loaded()).toHaveLength(1);
});
