import { expect, it } from 'vitest';
import { ipcMain, WebContentsView } from '#e2e/support/electron.ts';
import { remoteChannel } from '#shared/contract/desktop-bridge.ts';
import { minute } from '#shared/rules/limits.ts';
import { createLogger } from '../../platform/logger.ts';
import { createAllowance } from '../views/allowance.logic.ts';
import { type RemoteBridgeParts, serveRemotes } from './remote-bridge.ts';

const address = 'https://office.example/';

/** A page of a server that may call twice a minute. */
const serve = () => {
  const { webContents: contents } = new WebContentsView();
  let now = 0;
  const opened = {
    remote: () => ({ id: 'a'.repeat(32), name: 'Office', address }),
    view: { life: { page: () => ({ contents, kill: contents.forcefullyCrashRenderer }) } },
    store: { clear: async () => {} },
    calls: createAllowance(2, minute, () => now),
  };
  serveRemotes({
    views: { of: (sender: unknown) => (sender === contents ? opened : undefined) },
    log: createLogger('silent'),
  } as unknown as RemoteBridgeParts);
  const call = async (): Promise<unknown> => {
    const event = { sender: contents, senderFrame: { parent: null, url: address } };
    return ipcMain.callable.get(remoteChannel('clearSession'))?.(event);
  };
  return {
    contents,
    call,
    later() {
      now += minute;
    },
  };
};

it('ends the process of a page that calls without end, and refuses what is still on its way', async () => {
  const { contents, call } = serve();
  for (const _ of [1, 2]) await call();
  for (const _ of [3, 4]) await expect(call()).rejects.toThrow('Not allowed');
  expect(contents.forcefullyCrashRenderer).toHaveBeenCalledTimes(1);
});

it('ends it again after the server is tried again', async () => {
  const { contents, call, later } = serve();
  for (const times of [1, 2]) {
    await Promise.allSettled([call(), call(), call(), call()]);
    expect(contents.forcefullyCrashRenderer).toHaveBeenCalledTimes(times);
    // The page that tells what happened, and the console again.
    for (const shown of ['data:text/html', address]) contents.emit('did-navigate', {}, shown);
    later();
  }
});
