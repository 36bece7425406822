import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { BrowserWindow, dialog, WebContentsView } from '#e2e/support/electron.ts';
import { createLogger } from '../platform/logger.ts';
import { createQuestions, type Questions } from './questions.ts';

/** Everything that asks or tells, with what it comes to if nobody answers. */
const all: { [Name in keyof Questions]: [(questions: Questions) => Promise<unknown>, nobody: unknown] } = {
  ask: [({ ask }) => ask('Open?', '', ['Open', 'Cancel']), false],
  askPlain: [({ askPlain }) => askPlain(), undefined],
  askSignIn: [
    ({ askSignIn }) => askSignIn({ host: 'a.example', isProxy: false, server: 'A', mayKeep: true, refused: undefined }),
    undefined,
  ],
  tell: [({ tell }) => tell('Gone', ''), undefined],
  tellNotKept: [({ tellNotKept }) => tellNotKept(), undefined],
};

const { ofPage } = createQuestions(() => undefined, 'en', createLogger('silent'));

afterEach(() => void dialog.showMessageBox.mockReset());

/** Like Electron's, the dialog is canceled once its signal aborts. */
const leaveOpen = (): void =>
  void dialog.showMessageBox.mockImplementation((options) => {
    const { signal, cancelId = 0 } = options as Electron.MessageBoxOptions;
    const canceled = { response: cancelId, checkboxChecked: false };
    if (signal?.aborted) return Promise.resolve(canceled);
    return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(canceled)));
  });

for (const [name, [ask, nobody]] of Object.entries(all)) {
  it.each(['destroyed', 'render-process-gone'])(`${name} goes with its page: %s`, async (event) => {
    leaveOpen();
    const { webContents } = new WebContentsView();
    const answer = ask(ofPage(() => webContents as never));
    await vi.waitFor(() => expect(webContents.listenerCount(event)).toBe(1));
    webContents.emit(event);
    expect(await answer).toBe(nobody);
    expect(webContents.listenerCount(event)).toBe(0);
    expect(BrowserWindow.open()).toEqual([]);
  });

  it(`${name} takes no late answer for a page that is gone`, async () => {
    const late = Promise.withResolvers<{ response: number; checkboxChecked: boolean }>();
    dialog.showMessageBox.mockReturnValue(late.promise);
    const { webContents } = new WebContentsView();
    const answer = ask(ofPage(() => webContents as never));
    await vi.waitFor(() => expect(webContents.listenerCount('destroyed')).toBe(1));
    webContents.emit('destroyed');
    late.resolve({ response: 0, checkboxChecked: false });
    expect(await answer).toBe(nobody);
  });

  it(`${name} asks nothing for a page that is gone`, async () => {
    leaveOpen();
    const { webContents } = new WebContentsView();
    webContents.isDestroyed = () => true;
    expect(await ask(ofPage(() => webContents as never))).toBe(nobody);
    expect(BrowserWindow.open()).toEqual([]);
  });
}

it('one server asks for a password at a time, and the next one once that is answered', async () => {
  const pages = [new WebContentsView().webContents, new WebContentsView().webContents];
  const [first, second] = pages.map((contents, index) =>
    ofPage(() => contents as never).askSignIn({
      host: `${index}.example`,
      isProxy: false,
      server: 'A',
      mayKeep: true,
      refused: undefined,
    }),
  );
  await vi.waitFor(() => expect(BrowserWindow.open()).toHaveLength(1));
  // Time for another one, if there were any.
  await setImmediate();
  expect(BrowserWindow.open()).toHaveLength(1);
  pages[0]?.emit('destroyed');
  expect(await first).toBeUndefined();
  await vi.waitFor(() => expect(BrowserWindow.open()).toHaveLength(1));
  pages[1]?.emit('destroyed');
  expect(await second).toBeUndefined();
  expect(BrowserWindow.open()).toEqual([]);
});

it('a sign-in window that can’t be shown makes way for the next one', async () => {
  const { webContents } = new WebContentsView();
  const answer = ofPage(() => webContents as never).askSignIn({
    host: 'a.example',
    isProxy: false,
    server: 'A',
    mayKeep: true,
    refused: undefined,
  });
  await vi.waitFor(() => expect(BrowserWindow.open()).toHaveLength(1));
  const [window] = BrowserWindow.open() as BrowserWindow[];
  Object.assign(window?.webContents ?? {}, { executeJavaScript: () => Promise.reject(new Error('gone')) });
  window?.webContents.emit('did-finish-load');
  expect(await answer).toBeUndefined();
  expect(BrowserWindow.open()).toEqual([]);
});
