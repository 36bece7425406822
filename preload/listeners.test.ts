import { ipcRenderer } from 'electron';
import { beforeEach, expect, it } from 'vitest';
import type { DesktopBridge } from '#shared/contract/desktop-bridge.ts';
import { createListeners } from './listeners.ts';

let bridge: Pick<DesktopBridge, 'onOpen' | 'onFind'>;
let heard: string[];
beforeEach(() => {
  ipcRenderer.removeAllListeners();
  bridge = createListeners();
  heard = [];
});

const open = (address: string) => ipcRenderer.emit('castellan:open', {}, address);
const find = () => ipcRenderer.emit('castellan:find', {});
const listen = {
  pages: () => bridge.onOpen((address) => heard.push(address)),
  find: () => bridge.onFind(() => heard.push('find')),
};
/** What the page hears by now, and not again. */
const hears = (...what: string[]) => expect(heard.splice(0)).toEqual(what);

it('pages that main opens wait for the console, and are opened once each, in order', () => {
  open('/first');
  open('/second');
  const leave = listen.pages();
  hears('/first', '/second');
  open('/third');
  hears('/third');
  leave();
  open('/fourth');
  hears();
  listen.pages();
  hears('/fourth');
});

it('the find bar that main asks for waits for the console, and opens once', () => {
  find();
  find();
  const leave = listen.find();
  hears('find');
  find();
  hears('find');
  leave();
  listen.find()();
  hears();
  find();
  listen.find();
  hears('find');
});
