import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserWindow, WebContents } from 'electron';
import type { RemoteServer } from '#shared/contract/desktop-bridge.ts';
import { minute } from '#shared/rules/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { PageScope } from '../hardening.ts';
import type { Keyring } from '../keyring.ts';
import { createSessionStore, type SessionStore } from '../session-store.ts';
import type { SettingsStore } from '../settings.ts';
import type { Language } from '../texts.ts';
import { type Allowance, createAllowance } from './allowance.logic.ts';
import { remoteTitle } from './remote-address.logic.ts';
import type { RemoteList } from './remote-list.ts';
import { createRemoteView, type RemoteView } from './remote-view.ts';

export interface RemoteViewsParts {
  list: RemoteList;
  settings: SettingsStore;
  keyring: Keyring;
  /** Where the sealed sign-ins are. */
  folder: string;
  language: Language;
  ask: (message: string, detail: string, buttons: string[]) => Promise<boolean>;
  askPlain: () => Promise<boolean>;
  showRemotes: () => void;
  clock: Clock;
  log: Logger;
}

/** A server that has been opened since the app started. */
export interface OpenRemote {
  readonly remote: () => RemoteServer;
  readonly view: RemoteView;
  readonly store: SessionStore;
  /** How often it may show a notification. */
  readonly notices: Allowance;
}

/** The servers in the window: at most one of them covers the console of this computer. */
export interface RemoteViews {
  /** The server whose page this is. */
  of(contents: WebContents): OpenRemote | undefined;
  scopeOf(contents: WebContents): PageScope | undefined;
  /** The server that the person sees; undefined for this computer. */
  shown(): OpenRemote | undefined;
  /** Shows a server, or this computer. */
  show(id: string | undefined): void;
  /** Puts the shown server into a new window. */
  attach(window: BrowserWindow): void;
  /** Connects to the servers with a saved sign-in, so that their notifications arrive. */
  connectSaved(): void;
  /** Closes the server's page and deletes what is stored of it. */
  remove(id: string): Promise<void>;
  setStaying(stays: boolean): Promise<void>;
  /** Resolves when all sign-ins are written. */
  flush(): Promise<void>;
  onShow(listener: () => void): void;
}

const noticesPerTime = { most: 20, withinMs: 10 * minute } as const;

export const createRemoteViews = (parts: RemoteViewsParts): RemoteViews => {
  const { list, settings, keyring, folder, language, clock, log } = parts;
  const opened = new Map<string, OpenRemote>();
  const listeners: (() => void)[] = [];
  let window: BrowserWindow | undefined;
  const shown = (): OpenRemote | undefined => {
    const { shownServer } = settings.get();
    return shownServer === undefined ? undefined : opened.get(shownServer);
  };
  const fileOf = (id: string): string => join(folder, `${id}.sealed`);

  const open = (saved: RemoteServer): OpenRemote => {
    const found = opened.get(saved.id);
    if (found) return found;
    const remote = () => list.find(saved.id) ?? saved;
    const { ask, askPlain, showRemotes } = parts;
    const isShown = () => settings.get().shownServer === saved.id;
    const made: OpenRemote = {
      remote,
      view: createRemoteView({ remote, language, ask, showRemotes, isShown, clock, log }),
      store: createSessionStore({ file: fileOf(saved.id), keyring, settings, askPlain, log }),
      notices: createAllowance(noticesPerTime.most, noticesPerTime.withinMs, clock.now),
    };
    opened.set(saved.id, made);
    made.view.connect();
    return made;
  };

  const retitle = (): void => {
    if (!window) return;
    const current = shown();
    window.setTitle(current ? `${remoteTitle(current.remote())} · Castellan` : window.webContents.getTitle());
  };
  const resize = (): void => {
    const current = shown();
    if (!window || !current) return;
    const { width, height } = window.getContentBounds();
    current.view.view.setBounds({ x: 0, y: 0, width, height });
  };
  /** Puts the shown server over the console of this computer, and takes all others away. */
  const arrange = (): void => {
    if (!window) return;
    const current = shown();
    for (const { view } of opened.values()) if (view !== current?.view) window.contentView.removeChildView(view.view);
    if (current) window.contentView.addChildView(current.view.view);
    resize();
    retitle();
    (current?.view.contents ?? window.webContents).focus();
  };
  const show = (id: string | undefined): void => {
    const saved = id === undefined ? undefined : list.find(id);
    if (saved) open(saved);
    if (settings.get().shownServer !== saved?.id) settings.set({ shownServer: saved?.id });
    arrange();
    for (const listener of listeners) listener();
  };
  list.onChange(retitle);

  return {
    of: (contents) => [...opened.values()].find(({ view }) => view.contents === contents),
    scopeOf: (contents) => [...opened.values()].find(({ view }) => view.contents === contents)?.view.scope,
    shown,
    show,
    attach(created) {
      window = created;
      created.on('resize', resize);
      // The title names the server that is shown: a page can't change it.
      created.on('page-title-updated', (event) => {
        if (shown()) event.preventDefault();
      });
      created.on('closed', () => {
        if (window === created) window = undefined;
      });
      show(settings.get().shownServer);
    },
    connectSaved() {
      for (const remote of list.all()) if (existsSync(fileOf(remote.id))) open(remote);
    },
    async remove(id) {
      const saved = list.find(id);
      if (!saved) return;
      const { view, store } = open(saved);
      if (settings.get().shownServer === id) show(undefined);
      window?.contentView.removeChildView(view.view);
      opened.delete(id);
      list.remove(id);
      view.close();
      await store.clear();
      await view.erase();
      await rm(fileOf(id), { force: true });
    },
    async setStaying(stays) {
      await Promise.all([...opened.values()].map(({ store }) => store.setStaying(stays)));
      if (stays) return;
      await Promise.all(list.all().map(({ id }) => rm(fileOf(id), { force: true })));
    },
    async flush() {
      await Promise.all([...opened.values()].map(({ store }) => store.flush()));
    },
    onShow: (listener) => void listeners.push(listener),
  };
};
