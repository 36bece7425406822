import { type BaseWindow, Menu, type MenuItemConstructorOptions } from 'electron';
import type { RemoteServer } from '#shared/contract/desktop-bridge.ts';
import { stripHeight } from '../strip-page.ts';
import type { Texts } from '../texts.ts';
import type { ConsoleId } from '../unseen.logic.ts';
import { remoteTitle } from './remote-address.logic.ts';

/** What the items of servers do. */
export interface RemoteActions {
  showRemote: (id: string | undefined) => void;
  chooseServer: () => void;
  manageRemotes: () => void;
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The servers that the menu lists. */
export interface MenuRemotes {
  all: readonly RemoteServer[];
  /** Undefined for this computer. */
  shown: string | undefined;
  /** How many notifications of a console no one has seen. */
  unseenOf: (console: ConsoleId) => number;
}

/** Accelerators end with a digit. */
const mostShortcuts = 9;

/** This computer and the other servers, each with a shortcut as long as there are digits. */
const placeItems = (
  texts: Texts,
  actions: Pick<RemoteActions, 'showRemote'>,
  { all, shown, unseenOf }: MenuRemotes,
): MenuItemConstructorOptions[] => {
  const labelOf = (id: ConsoleId, name: string): string => {
    const unseen = unseenOf(id);
    return (unseen === 0 ? name : texts.unseenOf(name, unseen)).replaceAll('&', '&&');
  };
  const places = [
    { id: undefined, label: labelOf(undefined, texts.thisComputer) },
    ...all.map((remote) => ({ id: remote.id, label: labelOf(remote.id, remoteTitle(remote)) })),
  ];
  return places.map(
    ({ id, label }, index): MenuItemConstructorOptions => ({
      id: `server-${id ?? 'local'}`,
      label,
      type: 'radio',
      checked: id === shown,
      ...(index < mostShortcuts && { accelerator: `CmdOrCtrl+${index + 1}` }),
      click: () => actions.showRemote(id),
    }),
  );
};

/** The menu of servers. */
export const remoteItems = (
  texts: Texts,
  actions: RemoteActions,
  remotes: MenuRemotes,
): MenuItemConstructorOptions[] => [
  ...placeItems(texts, actions, remotes),
  separator,
  { id: 'manage-servers', label: texts.manageRemotes, click: actions.manageRemotes },
];

/** What the menu of the tray icon does. */
export interface TrayActions extends Pick<RemoteActions, 'showRemote'> {
  show: () => void;
  copyAddress: () => void;
  quit: () => void;
}

/** The menu of the tray icon: it leads to each server, if there are any. */
export const trayTemplate = (
  texts: Texts,
  actions: TrayActions,
  remotes: MenuRemotes,
): MenuItemConstructorOptions[] => [
  { id: 'tray-open', label: texts.open, click: actions.show },
  ...(remotes.all.length === 0 ? [] : [separator, ...placeItems(texts, actions, remotes), separator]),
  { id: 'tray-copy-address', label: texts.copyAddress, click: actions.copyAddress },
  separator,
  { id: 'tray-quit', label: texts.quit, click: actions.quit },
];

/** Opens the menu of servers below the strip's button. */
export const showRemoteMenu = (
  texts: Texts,
  actions: RemoteActions,
  remotes: MenuRemotes,
  window: BaseWindow | undefined,
): void =>
  Menu.buildFromTemplate(remoteItems(texts, actions, remotes)).popup(
    window ? { window, x: 8, y: stripHeight - 4 } : {},
  );
