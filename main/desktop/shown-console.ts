import type { OwnView } from './own-view.ts';
import { remoteTitle } from './remotes/remote-address.logic.ts';
import type { RemoteViews } from './remotes/remote-views.ts';
import type { Strip } from './strip.ts';
import { stripStateOf } from './strip-state.logic.ts';
import type { Texts } from './texts.ts';
import type { ConsoleView } from './views/console-view.ts';
import type { ConsoleWindow } from './window.ts';

export interface ShownConsoleParts {
  remotes: Pick<RemoteViews, 'shown'>;
  ownView: () => OwnView;
  window: Pick<ConsoleWindow, 'current' | 'present'>;
  strip: () => Strip;
  texts: Texts;
}

/** The console that the person has chosen. */
export interface ShownConsole {
  view(): ConsoleView;
  /** Shows it in the window, if there is one, with its name and state. Call it after each change of either. */
  present(): void;
}

export const createShownConsole = ({ remotes, ownView, window, strip, texts }: ShownConsoleParts): ShownConsole => {
  const view = (): ConsoleView => remotes.shown()?.view ?? ownView();
  return {
    view,
    present() {
      if (!window.current()) return;
      const shown = view();
      const server = remotes.shown()?.remote();
      shown.begin();
      // Also behind a server: the notifications of this computer are for whoever is signed in there.
      ownView().begin();
      const page = shown.life.page();
      const title = server ? `${remoteTitle(server)} · Castellan` : page.contents.getTitle();
      window.present(page, title === '' ? 'Castellan' : title);
      strip().show(stripStateOf({ server, state: shown.life.state() }, texts));
    },
  };
};
