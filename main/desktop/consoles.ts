import { app } from 'electron';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Actions } from './actions.ts';
import { guardAllContents, type OutsideLinks } from './hardening.ts';
import type { Keyring } from './keyring.ts';
import { createOwnView, type OwnView } from './own-view.ts';
import { type AllQuestions, createQuestions } from './questions.ts';
import type { Policy } from './remotes/policy.logic.ts';
import { createRemoteList, type RemoteList } from './remotes/remote-list.ts';
import type { MenuRemotes } from './remotes/remote-menu.ts';
import { createRemoteViews, type RemoteViews } from './remotes/remote-views.ts';
import type { SettingsStore } from './settings.ts';
import { createShownConsole, type ShownConsole } from './shown-console.ts';
import { createStrip, type Strip } from './strip.ts';
import type { Language, Texts } from './texts.ts';
import { type ConsoleId, createUnseenNotifications, type UnseenNotifications } from './unseen.logic.ts';
import { type ConsoleWindow, createConsoleWindow, type WindowParts } from './window.ts';

interface ConsoleParts extends Pick<WindowParts, 'hidesOnClose' | 'onHide'> {
  settings: SettingsStore;
  policy: Policy;
  keyring: Keyring;
  remotesFolder: string;
  language: Language;
  texts: Texts;
  outside: OutsideLinks;
  actions: () => Pick<Actions, 'chooseServer' | 'reload' | 'manageRemotes'>;
  /** Called when the menus of servers have something else to show. */
  onChange: () => void;
  clock: Clock;
  log: Logger;
}

/** The window, with the consoles that it can show and the strip above them. */
export interface Consoles {
  window: ConsoleWindow;
  questions: AllQuestions;
  /** This computer's console. Created when it is first needed. */
  ownView: () => OwnView;
  remoteList: RemoteList;
  remotes: RemoteViews;
  shown: ShownConsole;
  unseen: UnseenNotifications;
  menuRemotes: () => MenuRemotes;
  /** Ends every page. */
  end: () => void;
}

export const createConsoles = (parts: ConsoleParts): Consoles => {
  const { settings, policy, keyring, language, texts, outside, actions, onChange, clock, log } = parts;
  let own: OwnView | undefined;
  let drawn: Strip | undefined;
  const shownId = () => settings.get().shownServer;

  const window = createConsoleWindow({
    settings,
    strip: () => strip(),
    onCreate: () => shown.present(),
    onFocus: () => unseen.clear(shownId()),
    hidesOnClose: parts.hidesOnClose,
    onHide: parts.onHide,
  });
  const questions = createQuestions(window.current, language, log);
  const remoteList = createRemoteList(settings, policy.servers);
  const remotes = createRemoteViews({
    list: remoteList,
    settings,
    keyring,
    folder: parts.remotesFolder,
    language,
    questionsOf: questions.ofPage,
    window: window.current,
    showRemotes: () => actions().manageRemotes(),
    isWindowShown: window.isShown,
    clock,
    log,
  });
  const createOwn = (): OwnView => {
    const made = createOwnView({
      language,
      outside,
      isShown: () => remotes.shown() === undefined && window.isShown(),
      onTitle: () => shown.present(),
      clock,
      log,
    });
    made.life.onChange(() => shown.present());
    return made;
  };
  const ownView = (): OwnView => {
    own ??= createOwn();
    return own;
  };
  const strip = (): Strip => {
    drawn ??= createStrip(
      language,
      {
        choose: () => actions().chooseServer(),
        reload: () => actions().reload(),
        leave: window.focusPage,
        online: remotes.wake,
      },
      log,
    );
    return drawn;
  };
  const shown = createShownConsole({ remotes, ownView, window, strip, texts });
  guardAllContents(
    (contents) => remotes.scopeOf(contents) ?? (own && contents === own.life.page().contents ? own.scope : undefined),
    clock,
    log,
  );
  const isWatched = (id: ConsoleId) => id === shownId() && window.current()?.isFocused() === true;
  const unseen = createUnseenNotifications(isWatched, () => {
    app.setBadgeCount(unseen.total());
    onChange();
  });
  remoteList.onChange(onChange);
  remotes.onChange(() => {
    if (isWatched(shownId())) unseen.clear(shownId());
    onChange();
    shown.present();
  });
  return {
    window,
    questions,
    ownView,
    remoteList,
    remotes,
    shown,
    unseen,
    menuRemotes: () => ({ all: remoteList.all(), shown: shownId(), unseenOf: unseen.of }),
    end() {
      own?.life.end();
      remotes.end();
    },
  };
};
