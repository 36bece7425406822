import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { type MenuRemotes, type RemoteActions, remoteItems } from './remotes/remote-menu.ts';
import type { Texts } from './texts.ts';

/** The actions of Castellan's own menu items. */
export interface MenuActions extends RemoteActions {
  openShown: (page: string) => void;
  reload: () => void;
  print: () => void;
  zoom: (step: ZoomStep) => void;
  focusStrip: () => void;
  openSwitcher: () => void;
  goBack: () => void;
  goForward: () => void;
  find: () => void;
  copyAddress: () => void;
  backUp: () => void;
  openLogs: () => void;
  exportDiagnostics: () => void;
  openReference: () => void;
  checkForUpdates: (() => void) | undefined;
  about: () => void;
  quit: () => void;
}

/** What the menu does to the size of the page: a step up, one down, or the original size. */
export type ZoomStep = 1 | -1 | 0;

/** The settings that the menu shows as switches. */
export interface MenuSwitches {
  closeToTray: Switch;
  startAtLogin: Switch;
  /** Absent once the system has reported that it can't store secrets at all. */
  staySignedIn: Switch | undefined;
  /** Takes effect at the next start. */
  usesGraphics: Switch;
}
export interface Switch {
  isOn: boolean;
  set: (on: boolean) => void;
}

const toggle = (id: string, label: string, { isOn, set }: Switch): MenuItemConstructorOptions => ({
  id,
  label,
  type: 'checkbox',
  checked: isOn,
  click: ({ checked }) => set(checked),
});

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** An item that the system provides. Its own label would be in English. */
const roleItems =
  ({ roles }: Texts) =>
  (role: keyof Texts['roles']): MenuItemConstructorOptions => ({ role, label: roles[role] });

const settingsItems = (texts: Texts, switches: MenuSwitches): MenuItemConstructorOptions[] => [
  toggle('close-to-tray', texts.closeToTray, switches.closeToTray),
  toggle('start-at-login', texts.startAtLogin, switches.startAtLogin),
  switches.staySignedIn
    ? toggle('stay-signed-in', texts.staySignedIn, switches.staySignedIn)
    : { id: 'stay-signed-in', label: texts.staySignedInUnavailable, enabled: false },
  toggle('uses-graphics', texts.usesGraphics, switches.usesGraphics),
];

/** Each of them also by the keys of other layouts and of the number pad: a hidden item for each. */
const zoomItems = (texts: Texts, { zoom }: Pick<MenuActions, 'zoom'>): MenuItemConstructorOptions[] => {
  const steps: readonly [id: string, label: string, step: ZoomStep, keys: readonly string[]][] = [
    ['zoom-reset', texts.zoomReset, 0, ['0', 'num0']],
    ['zoom-in', texts.zoomIn, 1, ['Plus', '=', 'numadd']],
    ['zoom-out', texts.zoomOut, -1, ['-', 'numsub']],
  ];
  return steps.flatMap(([id, label, step, keys]) =>
    keys.map(
      (key, index): MenuItemConstructorOptions => ({
        id: index === 0 ? id : `${id}-${index}`,
        label,
        accelerator: `CmdOrCtrl+${key}`,
        ...(index > 0 && { visible: false, acceleratorWorksWhenHidden: true }),
        click: () => zoom(step),
      }),
    ),
  );
};

/** The menu template: Castellan's own items plus the standard roles of the platform. */
export const menuTemplate = (
  texts: Texts,
  actions: MenuActions,
  switches: MenuSwitches,
  remotes: MenuRemotes,
  { platform, developing }: { platform: NodeJS.Platform; developing: boolean },
): MenuItemConstructorOptions[] => {
  const isMac = platform === 'darwin';
  const { menus } = texts;
  /** The label of a menu. Its access key, after the &, works by Alt; macOS has none. */
  const titleOf = (menu: keyof Texts['menus']): string => (isMac ? menus[menu].replace('&', '') : menus[menu]);
  const roleItem = roleItems(texts);
  const quit: MenuItemConstructorOptions = {
    id: 'quit',
    label: texts.quit,
    accelerator: 'CmdOrCtrl+Q',
    click: actions.quit,
  };
  const about: MenuItemConstructorOptions = { id: 'about', label: texts.about, click: actions.about };
  const own: MenuItemConstructorOptions[] = [
    {
      id: 'new-invitation',
      label: texts.newInvitation,
      accelerator: 'CmdOrCtrl+N',
      click: () => actions.openShown('/dashboard/team?tab=invitations&dialog=invite'),
    },
    {
      id: 'sessions',
      label: texts.sessions,
      accelerator: 'CmdOrCtrl+Shift+S',
      click: () => actions.openShown('/dashboard/sessions'),
    },
    separator,
    { id: 'print', label: texts.print, accelerator: 'CmdOrCtrl+P', click: actions.print },
    separator,
    { id: 'copy-address', label: texts.copyAddress, click: actions.copyAddress },
    { id: 'back-up', label: texts.backUp, click: actions.backUp },
    { id: 'open-logs', label: texts.openLogs, click: actions.openLogs },
  ];
  const appMenu: MenuItemConstructorOptions = {
    label: texts.appMenu,
    submenu: [
      about,
      separator,
      ...settingsItems(texts, switches),
      separator,
      roleItem('services'),
      separator,
      roleItem('hide'),
      roleItem('hideOthers'),
      roleItem('unhide'),
      separator,
      quit,
    ],
  };
  return [
    ...(isMac ? [appMenu] : []),
    {
      label: titleOf('file'),
      submenu: isMac
        ? [...own, separator, roleItem('close')]
        : [...own, separator, ...settingsItems(texts, switches), separator, quit],
    },
    {
      label: titleOf('edit'),
      submenu: [
        roleItem('undo'),
        roleItem('redo'),
        separator,
        roleItem('cut'),
        roleItem('copy'),
        roleItem('paste'),
        roleItem('selectAll'),
        separator,
        { id: 'find', label: texts.find, accelerator: 'CmdOrCtrl+F', click: actions.find },
      ],
    },
    {
      label: titleOf('view'),
      submenu: [
        // The roles would act on whatever has the keyboard, such as the strip.
        { id: 'reload', label: texts.reload, accelerator: 'CmdOrCtrl+R', click: actions.reload },
        separator,
        ...zoomItems(texts, actions),
        separator,
        { id: 'focus-strip', label: texts.focusStrip, accelerator: 'F6', click: actions.focusStrip },
        separator,
        roleItem('togglefullscreen'),
        ...(developing ? [roleItem('toggleDevTools')] : []),
      ],
    },
    {
      label: titleOf('history'),
      submenu: [
        { id: 'back', label: texts.back, accelerator: isMac ? 'Cmd+[' : 'Alt+Left', click: actions.goBack },
        { id: 'forward', label: texts.forward, accelerator: isMac ? 'Cmd+]' : 'Alt+Right', click: actions.goForward },
      ],
    },
    {
      label: titleOf('servers'),
      submenu: [
        ...remoteItems(texts, actions, remotes),
        // Not Ctrl+K: that is the console's search.
        {
          id: 'choose-server',
          label: texts.openSwitcher,
          accelerator: 'CmdOrCtrl+Shift+K',
          click: actions.openSwitcher,
        },
      ],
    },
    {
      label: titleOf('window'),
      role: 'windowMenu',
      submenu: [
        roleItem('minimize'),
        ...(isMac ? [roleItem('zoom'), separator, roleItem('front')] : [roleItem('close')]),
      ],
    },
    {
      label: titleOf('help'),
      role: 'help',
      submenu: [
        { id: 'api-reference', label: texts.apiReference, click: actions.openReference },
        { id: 'export-diagnostics', label: texts.exportDiagnostics, click: actions.exportDiagnostics },
        ...(actions.checkForUpdates
          ? [{ id: 'check-for-updates', label: texts.checkForUpdates, click: actions.checkForUpdates }]
          : []),
        ...(isMac ? [] : [separator, about]),
      ],
    },
  ];
};

/** Sets the app menu. Call it again when a switch changes elsewhere. */
export const setMenu = (texts: Texts, actions: MenuActions, switches: MenuSwitches, remotes: MenuRemotes): void =>
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate(texts, actions, switches, remotes, { platform: process.platform, developing: !app.isPackaged }),
    ),
  );
