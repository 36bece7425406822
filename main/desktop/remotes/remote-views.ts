import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { BaseWindow, WebContents } from 'electron';
import type { RemoteServer } from '#shared/contract/desktop-bridge.ts';
import { minute, second } from '#shared/rules/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { PageScope } from '../hardening.ts';
import type { Keyring } from '../keyring.ts';
import type { AllQuestions } from '../questions.ts';
import { createSessionStore, type SessionStore } from '../session-store.ts';
import type { SettingsStore } from '../settings.ts';
import type { Language } from '../texts.ts';
import { type Allowance, createAllowance } from '../views/allowance.logic.ts';
import { createPromptGate, type PromptGate } from '../views/prompt-gate.logic.ts';
import { createKeptPasswords, type KeptPasswords } from './kept-passwords.ts';
import { remoteFilesOf } from './leftovers.ts';
import type { RemoteList } from './remote-list.ts';
import { createRemoteView, type RemoteView } from './remote-view.ts';

export interface RemoteViewsParts {
  questionsOf: AllQuestions['ofPage'];
  list: RemoteList;
  settings: SettingsStore;
  keyring: Keyring;
  /** Where the sealed sign-ins are. */
  folder: string;
  language: Language;
  window: () => BaseWindow | undefined;
  showRemotes: () => void;
  /** Whether the person sees the window. */
  isWindowShown: () => boolean;
  clock: Clock;
  log: Logger;
}

/** A server that has been opened since the app started. */
export interface OpenRemote {
  readonly remote: () => RemoteServer;
  readonly view: RemoteView;
  readonly store: SessionStore;
  readonly gate: PromptGate;
  /** How often it may show a notification. */
  readonly notices: Allowance;
  /** How often its page may call the app. */
  readonly calls: Allowance;
  /** How often its page may open the list of servers. */
  readonly switches: Allowance;
}

/** The servers whose consoles are open. The window shows one of them, or this computer's console. */
export interface RemoteViews {
  /** The server whose page this is. */
  of(contents: WebContents): OpenRemote | undefined;
  scopeOf(contents: WebContents): PageScope | undefined;
  /** The server that the window shows; undefined for this computer. */
  shown(): OpenRemote | undefined;
  /** Shows a server, or this computer. */
  show(id: string | undefined): void;
  /** Shows a page of a server's console, unless the server was removed meanwhile. */
  showPage(id: string, page: string): void;
  /** Shows the server that was shown last. Connects to those with a saved sign-in, so that their notifications arrive. */
  connectSaved(): void;
  /** Tries all servers again that can't be shown, such as when the network is back. */
  wake(): void;
  /** Tells Chromium again which certificates are trusted: the process that it told is gone. */
  verifyAgain(): Promise<void>;
  /** Closes the server's page and deletes what is stored of it. */
  remove(id: string): Promise<void>;
  /** Whether passwords of what is in front of the server are kept. */
  keepsPasswords(id: string): boolean;
  forgetPasswords(id: string): Promise<void>;
  /** Takes back that the person trusts the server's certificate. */
  distrust(id: string): Promise<void>;
  setStaying(stays: boolean): Promise<void>;
  /** Closes all pages for good. */
  end(): void;
  /** Resolves when all sign-ins are written. */
  flush(): Promise<void>;
  /** Calls the listener when another console is shown, or when the state of one changes. */
  onChange(listener: () => void): void;
}

const noticesPerTime = { most: 20, withinMs: 10 * minute } as const;
/** A console calls a few times when it loads, and then about once a minute. */
const callsPerMinute = 300;
const switchesPerMinute = 5;

/** What Chromium hasn't deleted by then, the next start deletes. */
const eraseLimitMs = 5 * second;

export const createRemoteViews = (parts: RemoteViewsParts): RemoteViews => {
  const { list, settings, keyring, folder, language, clock, log } = parts;
  const opened = new Map<string, OpenRemote>();
  const listeners: (() => void)[] = [];
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const shown = (): OpenRemote | undefined => {
    const { shownServer } = settings.get();
    return shownServer === undefined ? undefined : opened.get(shownServer);
  };
  const fileOf = (id: string): string => remoteFilesOf(folder, id).session;
  const kept = new Map<string, KeptPasswords>();
  const passwordsOf = (id: string): KeptPasswords => {
    const found = kept.get(id) ?? createKeptPasswords(remoteFilesOf(folder, id).passwords, keyring, settings, log);
    kept.set(id, found);
    return found;
  };

  const open = (saved: RemoteServer): OpenRemote => {
    const found = opened.get(saved.id);
    if (found) return found;
    const remote = () => list.find(saved.id) ?? saved;
    const { window, showRemotes } = parts;
    const questions = parts.questionsOf(() => made.view.life.page().contents);
    const isShown = () => settings.get().shownServer === saved.id && parts.isWindowShown();
    /** The console begins elsewhere: what is stored stays, the page is another one. */
    const onBase = (base: string): void => {
      // The person has removed it meanwhile.
      if (opened.get(saved.id) !== made) return;
      made.view.life.end();
      opened.delete(saved.id);
      list.move(saved.id, base);
      open({ ...remote(), address: base });
      changed();
    };
    const gate = createPromptGate(isShown, clock.now);
    const trust = (fingerprint: string) => list.trust(saved.id, fingerprint);
    const view = createRemoteView({
      remote,
      language,
      questions,
      passwords: passwordsOf(saved.id),
      window,
      trust,
      showRemotes,
      onBase,
      isShown,
      gate,
      clock,
      log,
    });
    const made: OpenRemote = {
      remote,
      view,
      store: createSessionStore({
        file: fileOf(saved.id),
        keyring,
        settings,
        // A server that isn't shown asks nothing: the question waits for the next sign-in.
        askPlain: async () => (isShown() ? questions.askPlain() : undefined),
        log,
      }),
      gate,
      notices: createAllowance(noticesPerTime.most, noticesPerTime.withinMs, clock.now),
      calls: createAllowance(callsPerMinute, minute, clock.now),
      switches: createAllowance(switchesPerMinute, minute, clock.now),
    };
    opened.set(saved.id, made);
    view.life.onChange(changed);
    view.begin();
    return made;
  };
  const show = (id: string | undefined): void => {
    const saved = id === undefined ? undefined : list.find(id);
    if (settings.get().shownServer !== saved?.id) settings.set({ shownServer: saved?.id });
    if (saved) open(saved);
    changed();
  };
  list.onChange(changed);
  const of = (contents: WebContents) => [...opened.values()].find(({ view }) => view.life.page().contents === contents);

  return {
    of,
    scopeOf: (contents) =>
      [...opened.values()].map(({ view }) => view.scopeOf(contents)).find((scope) => scope !== undefined),
    shown,
    show,
    showPage(id, page) {
      const saved = list.find(id);
      if (!saved) return;
      // Not the view that there was when the page was named: that may be gone.
      open(saved).view.open(page);
      show(id);
    },
    connectSaved() {
      for (const remote of list.all()) if (existsSync(fileOf(remote.id))) open(remote);
      show(settings.get().shownServer);
    },
    wake() {
      for (const { view } of opened.values()) view.life.wake();
    },
    async verifyAgain() {
      await Promise.all([...opened.values()].map(({ view }) => view.verifyAgain()));
    },
    async remove(id) {
      const saved = list.find(id);
      if (!saved || saved.isPreset) return;
      const { view, store } = open(saved);
      if (settings.get().shownServer === id) show(undefined);
      opened.delete(id);
      list.remove(id);
      view.life.end();
      await Promise.all([store.clear(), passwordsOf(id).end()]);
      await Promise.race([view.erase(), setTimeout(eraseLimitMs, undefined, { ref: false })]);
      await rm(fileOf(id), { force: true });
    },
    keepsPasswords: (id) => !passwordsOf(id).isEmpty(),
    async forgetPasswords(id) {
      const found = opened.get(id);
      if (found) await found.view.forgetPasswords();
      else if (list.find(id)) await passwordsOf(id).clear();
    },
    async distrust(id) {
      list.trust(id, undefined);
      await opened.get(id)?.view.distrust();
    },
    async setStaying(stays) {
      await Promise.all([...opened.values()].map(({ store }) => store.setStaying(stays)));
      if (stays) return;
      await Promise.all(list.all().flatMap(({ id }) => [rm(fileOf(id), { force: true }), passwordsOf(id).clear()]));
    },
    end() {
      for (const { view } of opened.values()) view.life.end();
    },
    async flush() {
      await Promise.all(
        [...[...opened.values()].map(({ store }) => store), ...kept.values()].map((each) => each.flush()),
      );
    },
    onChange: (listener) => void listeners.push(listener),
  };
};
