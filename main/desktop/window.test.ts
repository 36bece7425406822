import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { BaseWindow, WebContentsView } from '#e2e/support/electron.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { createLogger } from '../platform/logger.ts';
import { createSettings, type SettingsStore } from './settings.ts';
import type { Strip } from './strip.ts';
import { stripHeight } from './strip-page.ts';
import type { ConsolePage } from './views/console-page.ts';
import { createConsoleWindow } from './window.ts';

const folder = perTest(() => temporaryFolder('castellan-window-'));

const viewOf = () => {
  const view = new WebContentsView();
  return { view, contents: view.webContents };
};

/** Those of the test: what they still write must not meet the removal of their folder. */
const allSettings: SettingsStore[] = [];
afterEach(async () => {
  for (const settings of allSettings.splice(0)) await settings.flush();
});

const createWindow = (hidesOnClose = false) => {
  const settings = createSettings(join(folder.path, 'settings.json'), createLogger('silent'));
  allSettings.push(settings);
  const strip = viewOf();
  const [onHide, onFocus, onCreate] = [vi.fn(), vi.fn(), vi.fn()];
  const window = createConsoleWindow({
    settings,
    hidesOnClose: () => hidesOnClose,
    onHide,
    onFocus,
    strip: () => strip as unknown as Strip,
    onCreate,
  });
  const present = (title: string) => {
    const page = viewOf();
    window.present(page as unknown as ConsolePage, title);
    return page;
  };
  const shown = (): BaseWindow => {
    const own = BaseWindow.all.at(-1);
    if (!own) throw new Error('No window was created');
    return own;
  };
  return { window, settings, strip, present, shown, onHide, onFocus, onCreate };
};

it('shows one page at a time, below the strip, and gives it the keyboard', () => {
  const { window, strip, present, shown, onCreate } = createWindow();
  window.show();
  expect(onCreate).toHaveBeenCalledOnce();
  const first = present('One');
  const second = present('Two');
  expect(shown().title).toBe('Two');
  expect(shown().contentView.children).toEqual([strip.view, second.view]);
  shown().contentView.setBounds({ x: 0, y: 0, width: 1_000, height: 700 });
  expect(strip.view.bounds).toEqual({ x: 0, y: 0, width: 1_000, height: stripHeight });
  expect(second.view.bounds).toEqual({ x: 0, y: stripHeight, width: 1_000, height: 700 - stripHeight });
  expect([first.contents.hasFocus, second.contents.hasFocus]).toEqual([true, true]);
});

it('comes to the front, also when it was minimized', () => {
  const { window, shown, onCreate, onFocus } = createWindow();
  expect(window.isShown()).toBe(false);
  window.show();
  shown().isIconic = true;
  expect(window.isShown()).toBe(false);
  window.show();
  expect([window.isShown(), shown().focus.mock.calls.length, onCreate.mock.calls.length]).toEqual([true, 1, 1]);
  expect(onFocus).toHaveBeenCalled();
});

it('hides instead of closing if that is set, and otherwise gives its pages back', () => {
  const hiding = createWindow(true);
  hiding.window.show();
  hiding.shown().close();
  expect([hiding.window.isShown(), hiding.onHide.mock.calls.length]).toEqual([false, 1]);
  expect(hiding.window.current()).toBe(hiding.shown());

  const closing = createWindow();
  closing.window.show();
  closing.present('One');
  closing.shown().close();
  expect(closing.shown().contentView.children).toEqual([]);
  expect([closing.window.current(), closing.onHide.mock.calls.length]).toEqual([undefined, 0]);
});

it('opens where it was, as large as it was', () => {
  const first = createWindow();
  first.window.show();
  const place = { x: 30, y: 40, width: 1_000, height: 700 };
  first.shown().contentView.bounds = place;
  first.shown().isLarge = true;
  first.shown().close();
  expect(first.settings.get().window).toEqual({ ...place, maximized: true });
  first.window.show();
  expect(first.shown().options).toMatchObject(place);
  expect(first.shown().isLarge).toBe(true);
});

it('moves the keyboard between the strip and the page', () => {
  const { window, strip, present } = createWindow();
  window.show();
  const page = present('One');
  page.contents.hasFocus = false;
  window.focusStrip();
  expect([strip.contents.hasFocus, page.contents.hasFocus]).toEqual([true, false]);
  window.focusStrip();
  expect(page.contents.hasFocus).toBe(true);
});
