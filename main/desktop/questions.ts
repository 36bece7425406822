import { type BaseWindow, dialog } from 'electron';
import type { SignInAnswer } from '#shared/contract/desktop-sign-in.ts';
import type { Logger } from '../platform/logger.ts';
import type { SignInQuestion } from './sign-in-page.ts';
import { askSignIn } from './sign-in-window.ts';
import { type Language, textsIn } from './texts.ts';

/** What the app asks and tells people in dialogs of its own, in front of the window if there is one. */
export interface Questions {
  /**
   * @param enter the answer of the Enter key: no, where a yes could do harm
   * @param gone closes the question, as if the person had canceled it
   * @returns whether the first button was chosen
   */
  ask(message: string, detail: string, buttons: string[], enter?: 'yes' | 'no', gone?: AbortSignal): Promise<boolean>;
  /** Whether a sign-in may be kept without a keyring. */
  askPlain(): Promise<boolean>;
  /** @returns undefined if the person cancels */
  askSignIn(question: SignInQuestion): Promise<SignInAnswer | undefined>;
  /** Tells why a password that the person wants to keep isn't kept. */
  tellNotKept(): Promise<void>;
  /** Tells the person something that they have to read. */
  tell(message: string, detail: string): Promise<void>;
}

export const createQuestions = (current: () => BaseWindow | undefined, language: Language, log: Logger): Questions => {
  const texts = textsIn(language);
  const showMessage = async (options: Electron.MessageBoxOptions): Promise<number> => {
    const window = current();
    const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
    return response;
  };
  const ask: Questions['ask'] = async (message, detail, buttons, enter = 'yes', gone) => {
    const defaultId = enter === 'yes' ? 0 : 1;
    const signal = gone && { signal: gone };
    return (
      (await showMessage({
        type: 'question',
        message,
        detail,
        buttons,
        noLink: true,
        defaultId,
        cancelId: 1,
        ...signal,
      })) === 0
    );
  };
  const tell: Questions['tell'] = async (message, detail) => {
    await showMessage({ type: 'warning', message, detail, buttons: [texts.ok] });
  };
  return {
    ask,
    askPlain: () => ask(texts.plainKeeping, texts.plainKeepingDetail, [texts.keepAnyway, texts.keepNot]),
    askSignIn: (question) => askSignIn(question, current, language, log),
    tell,
    tellNotKept: () => tell(texts.notKept, texts.notKeptDetail),
  };
};
