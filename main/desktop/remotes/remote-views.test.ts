import { EventEmitter } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ClientRequest, ipcMain, type WebContentsView } from '#e2e/support/electron.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { desktopContract, desktopContractName, remoteChannel } from '#shared/contract/desktop-bridge.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import { createQuestions } from '../questions.ts';
import { createSettings } from '../settings.ts';
import { remoteFilesOf } from './leftovers.ts';
import { type RemoteBridgeParts, serveRemotes } from './remote-bridge.ts';
import { createRemoteList } from './remote-list.ts';
import { createRemoteViews, type RemoteViewsParts } from './remote-views.ts';

const log = createLogger('silent');
const folder = perTest(() => temporaryFolder('castellan-remote-views-'));

const console = `<base href="/castellan/"><meta name="csp-nonce"><meta name="${desktopContractName}" content="${desktopContract}"><title>Castellan</title>`;

/** A server that the window shows, and whose first page has been requested. */
const open = () => {
  const settings = createSettings(join(folder.path, 'settings.json'), log);
  const list = createRemoteList(settings);
  const added = list.add({ name: '', address: 'https://office.example/castellan/dashboard' });
  if (typeof added === 'string') throw new Error(added);
  const views = createRemoteViews({
    list,
    settings,
    questionsOf: createQuestions(() => undefined, 'en', log).ofPage,
    keyring: { close: () => {} },
    folder: folder.path,
    language: 'en',
    window: () => undefined,
    showRemotes: () => {},
    isWindowShown: () => true,
    clock: systemClock,
    log,
  } as unknown as RemoteViewsParts);
  views.show(added.id);
  const request = ClientRequest.last;
  /** The answer arrives. */
  const answer = async (): Promise<void> => {
    const response = Object.assign(new EventEmitter(), { statusCode: 200 });
    request?.emit('response', response);
    response.emit('data', Buffer.from(console));
    response.emit('end');
    await setImmediate();
    await settings.flush();
  };
  return { id: added.id, list, views, request, answer };
};

it('a server whose console begins elsewhere is opened there', async () => {
  const { id, list, views, request, answer } = open();
  await answer();
  expect(list.find(id)?.address).toBe('https://office.example/castellan/');
  expect(views.shown()?.remote().address).toBe('https://office.example/castellan/');
  expect(ClientRequest.last).not.toBe(request);
});

it('a server that is removed while its answer is on the way stays removed', async () => {
  const { id, list, views, request, answer } = open();
  await views.remove(id);
  await answer();
  expect([list.all(), views.shown()]).toEqual([[], undefined]);
  // It isn't connected to again either.
  expect(ClientRequest.last).toBe(request);
});

it('a notification of a server that was removed since leads nowhere', async () => {
  const { id, views, answer } = open();
  await answer();
  const clicks: (() => void)[] = [];
  const windows: string[] = [];
  serveRemotes({
    views,
    notify: (_server, _notification, click) => clicks.push(click),
    showWindow: () => windows.push('shown'),
    log,
  } as Partial<RemoteBridgeParts> as RemoteBridgeParts);
  const sender = views.shown()?.view.life.page().contents as unknown as WebContentsView['webContents'];
  const address = 'https://office.example/castellan/';
  sender.emit('did-navigate', {}, address);
  const event = { sender, senderFrame: { parent: null, url: address } };
  await ipcMain.callable.get(remoteChannel('notify'))?.(event, { title: 'New', body: 'Sign-in', page: '/team' });
  await views.remove(id);
  // As Electron does.
  sender.isLoadingMainFrame = () => {
    throw new TypeError('Object has been destroyed');
  };
  for (const click of clicks) click();
  expect([clicks.length, windows, views.shown()]).toEqual([1, ['shown'], undefined]);
});

it('a server with one certificate for the check and another for its page is not asked without end', async () => {
  const { id, list, views, answer } = open();
  list.trust(id, 'a'.repeat(64));
  await answer();
  const sender = views.shown()?.view.life.page().contents as unknown as WebContentsView['webContents'];
  const asked = new Set<unknown>();
  for (let round = 0; round < 20; round += 1) {
    const request = ClientRequest.last;
    asked.add(request);
    const response = Object.assign(new EventEmitter(), { statusCode: 200 });
    request?.emit('response', response);
    response.emit('data', Buffer.from(console));
    response.emit('end');
    await setImmediate();
    sender.emit('did-fail-load', {}, -202, 'ERR_CERT_AUTHORITY_INVALID', 'https://office.example/castellan/', true);
    await setImmediate();
    await setImmediate();
  }
  expect(asked.size).toBeGreaterThan(1);
  expect(asked.size).toBeLessThan(10);
});

it('whoever no longer stays signed in leaves nothing behind, of servers that were opened and of others', async () => {
  const { list, views } = open();
  list.add({ name: '', address: 'https://lab.example/' });
  const kept = list.all().flatMap(({ id }) => Object.values(remoteFilesOf(folder.path, id)));
  for (const file of kept) await writeFile(file, 'sealed');
  await views.setStaying(false);
  await views.flush();
  expect(await readdir(folder.path)).not.toEqual(expect.arrayContaining([expect.stringContaining('sealed')]));
});
