import { expect, it } from 'vitest';
import { dialog, WebContentsView } from '#e2e/support/electron.ts';
import { createLogger } from '../platform/logger.ts';
import { createQuestions } from './questions.ts';
import { whilePageLives } from './views/while-page-lives.ts';

const questions = createQuestions(() => undefined, 'en', createLogger('silent'));

/** Asks for the sake of a page. Like Electron, the dialog is canceled once its signal aborts. */
const askFor = (contents: WebContentsView['webContents']): Promise<boolean> => {
  dialog.showMessageBox.mockImplementationOnce((options) => {
    const { signal, cancelId = 0 } = options as Electron.MessageBoxOptions;
    return new Promise((resolve) => {
      signal?.addEventListener('abort', () => resolve({ response: cancelId, checkboxChecked: false }));
    });
  });
  return whilePageLives(contents as never, (signal) => questions.ask('Open?', '', ['Open', 'Cancel'], 'yes', signal));
};

it.each(['destroyed', 'render-process-gone'])('a question goes with its page: %s', async (event) => {
  const { webContents } = new WebContentsView();
  const answer = askFor(webContents);
  webContents.emit(event);
  expect(await answer).toBe(false);
  expect(webContents.listenerCount(event)).toBe(0);
});
