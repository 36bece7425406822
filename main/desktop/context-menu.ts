import { type ContextMenuParams, Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';
import type { Logger } from '../platform/logger.ts';
import { copyText } from './outside.ts';
import type { Texts } from './texts.ts';

const separator: MenuItemConstructorOptions = { type: 'separator' };

type Place = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'linkURL' | 'editFlags'>;

/** The items of a context menu: editing in a field, copying a selection or a link, otherwise navigation. */
export const contextMenuTemplate = (
  { isEditable, selectionText, linkURL, editFlags }: Place,
  texts: Texts,
  { canGoBack, canGoForward, goBack, goForward }: PageHistory,
  { reload, print, copy }: PageActions,
): MenuItemConstructorOptions[] => {
  const { roles } = texts;
  if (isEditable) {
    return [
      { role: 'undo', label: roles.undo, enabled: editFlags.canUndo },
      { role: 'redo', label: roles.redo, enabled: editFlags.canRedo },
      separator,
      { role: 'cut', label: roles.cut, enabled: editFlags.canCut },
      { role: 'copy', label: roles.copy, enabled: editFlags.canCopy },
      { role: 'paste', label: roles.paste, enabled: editFlags.canPaste },
      { role: 'delete', label: roles.delete, enabled: editFlags.canDelete },
      separator,
      { role: 'selectAll', label: roles.selectAll, enabled: editFlags.canSelectAll },
    ];
  }
  const copies: MenuItemConstructorOptions[] = [
    ...(selectionText.trim() === '' ? [] : [{ role: 'copy', label: roles.copy } as const]),
    // Console addresses are useless outside the window.
    ...(/^https?:/.test(linkURL) ? [{ id: 'copy-link', label: texts.copyLink, click: () => copy(linkURL) }] : []),
  ];
  return [
    ...copies,
    ...(copies.length > 0 ? [separator] : []),
    { id: 'context-back', label: texts.back, enabled: canGoBack, click: goBack },
    { id: 'context-forward', label: texts.forward, enabled: canGoForward, click: goForward },
    // The role would reload this computer's console, also on a page of another server.
    { id: 'reload', label: texts.reload, click: reload },
    { id: 'context-print', label: texts.print, click: print },
    separator,
    { role: 'selectAll', label: roles.selectAll, enabled: editFlags.canSelectAll },
  ];
};

interface PageActions {
  reload: () => void;
  print: () => void;
  copy: (text: string) => void;
}

export interface PageHistory {
  canGoBack: boolean;
  canGoForward: boolean;
  goBack: () => void;
  goForward: () => void;
}

/** The window's page history, for Back and Forward. A page may close itself while its menu is open. */
export const pageHistory = (contents: WebContents): PageHistory => {
  const { navigationHistory } = contents;
  const go = (step: 'goBack' | 'goForward') => (): void => {
    if (!contents.isDestroyed()) navigationHistory[step]();
  };
  return {
    canGoBack: navigationHistory.canGoBack(),
    canGoForward: navigationHistory.canGoForward(),
    goBack: go('goBack'),
    goForward: go('goForward'),
  };
};

/** Opens a context menu on right click or by keyboard. */
export const watchContextMenu = (
  contents: WebContents,
  { texts, ...actions }: Pick<PageActions, 'reload' | 'print'> & { texts: Texts },
  log: Logger,
): void => {
  const copy = (text: string): void =>
    void copyText(text).catch((error: unknown) => log.error({ err: error }, 'failed to copy a link'));
  contents.on('context-menu', (_event, place) =>
    Menu.buildFromTemplate(contextMenuTemplate(place, texts, pageHistory(contents), { ...actions, copy })).popup(),
  );
};
