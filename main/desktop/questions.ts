import { type BaseWindow, dialog } from 'electron';
import type { SignInAnswer } from '#shared/contract/desktop-sign-in.ts';
import type { Logger } from '../platform/logger.ts';
import type { SignInQuestion } from './sign-in-page.ts';
import { askSignIn } from './sign-in-window.ts';
import { type Language, textsIn } from './texts.ts';
import { type PageContents, whilePageLives } from './views/while-page-lives.ts';

/** What the app asks and tells people in dialogs of its own, in front of the window if there is one. */
export interface Questions {
  /**
   * @param enter the answer of the Enter key: no, where a yes could do harm
   * @returns whether the first button was chosen
   */
  ask(message: string, detail: string, buttons: string[], enter?: 'yes' | 'no'): Promise<boolean>;
  /** Whether a sign-in may be kept without a keyring. Undefined if nobody has answered. */
  askPlain(): Promise<boolean | undefined>;
  /** @returns undefined if nobody has answered */
  askSignIn(question: SignInQuestion): Promise<SignInAnswer | 'canceled' | undefined>;
  /** Tells why a password that the person wants to keep isn't kept. */
  tellNotKept(): Promise<void>;
  /** Tells the person something that they have to read. */
  tell(message: string, detail: string): Promise<void>;
}

/** Runs what asks. Its signal closes the question. */
type Asking = <Result>(act: (gone: AbortSignal | undefined) => Promise<Result>) => Promise<Result>;

const createAll = (
  current: () => BaseWindow | undefined,
  language: Language,
  log: Logger,
  asking: Asking,
): Questions => {
  const texts = textsIn(language);
  const showMessage = (options: Electron.MessageBoxOptions): Promise<{ response: number; isGone: boolean }> =>
    asking(async (gone) => {
      const window = current();
      const all = { ...options, ...(gone && { signal: gone }) };
      const { response } = await (window ? dialog.showMessageBox(window, all) : dialog.showMessageBox(all));
      return { response, isGone: gone?.aborted === true };
    });
  const question = (message: string, detail: string, buttons: string[], enter: 'yes' | 'no') => {
    const defaultId = enter === 'yes' ? 0 : 1;
    return showMessage({ type: 'question', message, detail, buttons, noLink: true, defaultId, cancelId: 1 });
  };
  const tell: Questions['tell'] = async (message, detail) => {
    await showMessage({ type: 'warning', message, detail, buttons: [texts.ok] });
  };
  return {
    async ask(message, detail, buttons, enter = 'yes') {
      const { response, isGone } = await question(message, detail, buttons, enter);
      // GTK leaves a question open that another dialog covers.
      return !isGone && response === 0;
    },
    async askPlain() {
      const buttons = [texts.keepAnyway, texts.keepNot];
      const { response, isGone } = await question(texts.plainKeeping, texts.plainKeepingDetail, buttons, 'yes');
      return isGone ? undefined : response === 0;
    },
    askSignIn: (asked) => asking((gone) => askSignIn(asked, current, language, log, gone)),
    tell,
    tellNotKept: () => tell(texts.notKept, texts.notKeptDetail),
  };
};

/** The questions of the app itself, and those for the sake of a page: each closes once that page is gone. */
export interface AllQuestions extends Questions {
  /** @param contents the page that is there now */
  ofPage(contents: () => PageContents): Questions;
}

export const createQuestions = (
  current: () => BaseWindow | undefined,
  language: Language,
  log: Logger,
): AllQuestions => ({
  ...createAll(current, language, log, (act) => act(undefined)),
  ofPage: (contents) => createAll(current, language, log, (act) => whilePageLives(contents(), act)),
});
