import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import type { RemoteServer } from '#shared/contract/desktop-bridge.ts';
import { contextMenuTemplate } from './context-menu.ts';
import { menuTemplate } from './menu.ts';
import { trayTemplate } from './remotes/remote-menu.ts';
import { type Language, textsIn } from './texts.ts';

describe('the menu', () => {
  const off = { isOn: false, set: () => {} };
  const actions = {
    openShown: () => {},
    zoom: () => {},
    focusStrip: () => {},
    openSwitcher: () => {},
    reload: () => {},
    print: () => {},
    showRemote: () => {},
    manageRemotes: () => {},
    chooseServer: () => {},
    show: () => {},
    goBack: () => {},
    goForward: () => {},
    find: () => {},
    exportDiagnostics: () => {},
    copyAddress: () => {},
    backUp: () => {},
    openLogs: () => {},
    openReference: () => {},
    checkForUpdates: undefined,
    about: () => {},
    quit: () => {},
  };
  const template = (platform: NodeJS.Platform, language: Language = 'en') =>
    menuTemplate(
      textsIn(language),
      actions,
      { closeToTray: off, startAtLogin: off, staySignedIn: undefined, usesGraphics: off },
      { all: [], shown: undefined, unseenOf: () => 0 },
      { platform, developing: false },
    );

  /** The label of each item, below what the item is. */
  const labelsOf = (items: MenuItemConstructorOptions[], language: Language): [string, string][] =>
    items.flatMap((item) => {
      if (item.type === 'separator') return [];
      const name = String(item.id ?? item.role ?? item.label);
      // The system would label it in English.
      if (item.label === undefined) throw new Error(`${name} has no label in ${language}`);
      return [[name, item.label], ...(Array.isArray(item.submenu) ? labelsOf(item.submenu, language) : [])];
    });
  /** Names, and words that are the same in German. */
  const shared = ['Castellan'];

  it.each(['linux', 'darwin', 'win32'] as const)('is completely in German on %s', (platform) => {
    const english = new Set(labelsOf(template(platform), 'en').map(([, label]) => label));
    const german = labelsOf(template(platform, 'de'), 'de').map(([, label]) => label);
    expect(german.filter((label) => english.has(label) && !shared.includes(label))).toEqual([]);
    expect(german.length).toBeGreaterThan(30);
  });

  it.each(['en', 'de'] as const)('has a key of its own for each menu in %s, and none on macOS', (language) => {
    const titles = template('linux', language).map(({ label }) => label ?? '');
    const keys = titles.map((title) => /^[^&]*&(\p{L})[^&]*$/u.exec(title)?.[1]?.toLowerCase());
    expect(keys).not.toContain(undefined);
    expect(new Set(keys).size).toBe(titles.length);
    expect(template('darwin', language).map(({ label }) => label)).toEqual([
      'Castellan',
      ...titles.map((title) => title.replace('&', '')),
    ]);
  });

  it('of a page is completely in German, in a field and outside of it', () => {
    const flags = { canUndo: true, canRedo: true, canCut: true, canCopy: true, canPaste: true, canDelete: true };
    const editFlags = { ...flags, canSelectAll: true, canEditRichly: false };
    const history = { canGoBack: true, canGoForward: true, goBack: () => {}, goForward: () => {} };
    const itemsIn = (language: Language) =>
      [true, false].flatMap((isEditable) => {
        const place = { isEditable, selectionText: 'text', linkURL: 'https://example.org/', editFlags };
        return labelsOf(
          contextMenuTemplate(place, textsIn(language), history, { reload: () => {}, print: () => {}, copy: () => {} }),
          language,
        );
      });
    const english = new Set(itemsIn('en').map(([, label]) => label));
    expect(itemsIn('de').filter(([, label]) => english.has(label))).toEqual([]);
  });

  it("has the app's own menu on macOS, with quit and settings in it", () => {
    const [first, file] = template('darwin');
    const ids = (menu: typeof first) =>
      (Array.isArray(menu?.submenu) ? menu.submenu : []).map(({ id, role }) => id ?? role);
    expect(ids(first)).toEqual(expect.arrayContaining(['about', 'services', 'hide', 'close-to-tray', 'quit']));
    expect(ids(file)).not.toContain('quit');
    expect(ids(file)).toContain('close');
  });

  it('has quit and settings under File on other systems, and no developer tools', () => {
    const words = JSON.stringify(template('win32'));
    expect(words).toContain('"id":"quit"');
    expect(words).not.toContain('toggleDevTools');
    expect(words).toContain('Stay Signed In (No Keyring Here)');
  });
});

describe('the menu of the tray icon', () => {
  const idsOf = (items: ReturnType<typeof trayTemplate>) => items.map(({ id, type }) => id ?? type);
  const trayOf = (all: RemoteServer[], unseen: Readonly<Record<string, number>> = {}, showRemote = vi.fn()) =>
    trayTemplate(
      textsIn('en'),
      { show: () => {}, copyAddress: () => {}, quit: () => {}, showRemote },
      { all, shown: 'b', unseenOf: (id) => unseen[id ?? 'own'] ?? 0 },
    );
  const remotes = [
    { id: 'a', name: 'Research & Development', address: 'https://rd.example.org/', color: 0, isPreset: false },
    { id: 'b', name: 'b.example.org', address: 'https://b.example.org/', color: 1, isPreset: false },
  ];

  it('lists no servers if there are none', () => {
    expect(idsOf(trayOf([]))).toEqual(['tray-open', 'tray-copy-address', 'separator', 'tray-quit']);
  });

  it('leads to each server, and tells how many of its notifications no one has seen', () => {
    const showRemote = vi.fn();
    const places = trayOf(remotes, { own: 1, a: 12 }, showRemote).filter(({ type }) => type === 'radio');
    expect(places.map(({ label, checked }) => [label, checked])).toEqual([
      ['This Computer · 1 new', false],
      ['Research && Development (rd.example.org) · 12 new', false],
      ['b.example.org', true],
    ]);
    for (const { click } of places) (click as () => void)();
    expect(showRemote.mock.calls).toEqual([[undefined], ['a'], ['b']]);
  });
});
