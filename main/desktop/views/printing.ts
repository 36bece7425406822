import { dialog, type WebContents } from 'electron';
import type { Logger } from '../../platform/logger.ts';
import type { Texts } from '../texts.ts';
import { whilePageLives } from './while-page-lives.ts';

/** Whether the person has closed the dialog, by Electron's words. */
const isCanceled = (reason: string): boolean => /cancel/i.test(reason);

/** Opens the system's dialog for printing. @returns why nothing was printed, or undefined if something was */
const printByDialog = (contents: WebContents, gone: AbortSignal): Promise<string | undefined> => {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  gone.addEventListener('abort', () => resolve('canceled: the page is gone'));
  contents.print({}, (isPrinted, reason) => resolve(isPrinted ? undefined : reason));
  return promise;
};

/**
 * Prints a page by the system's dialog, one at a time. Only people can ask for it: a page can't print (`page-policy.logic.ts`).
 * @param mayPrint whether the page is there and answers
 */
export const createPrinting = (
  mayPrint: (contents: WebContents) => boolean,
  texts: Texts,
  log: Logger,
): ((contents: WebContents) => void) => {
  let isPrinting = false;
  const print = async (contents: WebContents): Promise<void> => {
    const reason = await whilePageLives(contents, (gone) => printByDialog(contents, gone));
    if (reason === undefined || isCanceled(reason)) return;
    log.warn({ reason }, 'page not printed');
    await dialog.showMessageBox({
      type: 'warning',
      message: texts.printFailed,
      detail: texts.printFailedDetail,
      buttons: [texts.ok],
    });
  };
  return (contents) => {
    if (isPrinting || contents.isDestroyed() || contents.isCrashed() || !mayPrint(contents)) return;
    isPrinting = true;
    print(contents)
      .catch((error: unknown) => log.error({ err: error }, 'failed to print a page'))
      .finally(() => {
        isPrinting = false;
      });
  };
};
