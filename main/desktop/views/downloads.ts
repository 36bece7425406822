import type { DownloadItem, Session } from 'electron';
import type { PromptGate } from './prompt-gate.logic.ts';

/** What the pages of a session are saving. */
interface Downloads {
  cancel(): void;
}

/** Lets the pages of a session save files where the person chooses. The dialog's title names the console. */
export const guardDownloads = (
  session: Session,
  gate: PromptGate,
  title: () => string,
  refused: (message: string) => void,
): Downloads => {
  const items = new Set<DownloadItem>();
  // A session may be locked down again.
  session.removeAllListeners('will-download');
  session.on('will-download', (event, item) => {
    const leave = gate.enter();
    if (!leave) {
      event.preventDefault();
      refused('refused to save a file: not allowed');
      return;
    }
    item.setSaveDialogOptions({ title: title() });
    items.add(item);
    let isChosen = false;
    const leaveOnce = (): void => {
      if (!isChosen) leave();
      isChosen = true;
    };
    // The rest lies over nothing, and can take long: the page may ask for something else meanwhile.
    item.on('updated', () => {
      if (item.getSavePath() !== '') leaveOnce();
    });
    item.once('done', () => {
      items.delete(item);
      leaveOnce();
    });
  });
  return {
    cancel() {
      for (const item of [...items]) item.cancel();
    },
  };
};
