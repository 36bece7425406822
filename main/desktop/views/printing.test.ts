import { beforeEach, expect, it, vi } from 'vitest';
import { dialog, WebContentsView } from '#e2e/support/electron.ts';
import { createLogger } from '../../platform/logger.ts';
import { textsIn } from '../texts.ts';
import { createPrinting } from './printing.ts';

beforeEach(() => void dialog.showMessageBox.mockReset());

const open = ({ mayPrint = true } = {}) => {
  const { webContents } = new WebContentsView();
  const print = createPrinting(() => mayPrint, textsIn('en'), createLogger('silent'));
  return {
    webContents,
    print: () => print(webContents as never),
    /** The system's dialog closes. */
    end: (isPrinted: boolean, reason = '') => webContents.print.mock.lastCall?.[1](isPrinted, reason),
    dialogs: () => webContents.print.mock.calls.length,
  };
};

it.each([
  ['is printed', true, '', 0],
  ['isn’t printed because the person closed the dialog', false, 'Print job canceled', 0],
  ['can’t be printed', false, 'Failed to enumerate printers', 1],
] as const)('a page that %s is told only where something went wrong', async (_what, isPrinted, reason, messages) => {
  const { print, end, dialogs } = open();
  dialog.showMessageBox.mockImplementation(async () => ({ response: 0, checkboxChecked: false }));
  print();
  end(isPrinted, reason);
  await vi.waitFor(() => {
    print();
    expect(dialogs()).toBe(2);
  });
  expect(dialog.showMessageBox).toHaveBeenCalledTimes(messages);
});

it('a page opens one dialog at a time, and none while a message about the last one is open', async () => {
  const { print, end, dialogs } = open();
  const read = Promise.withResolvers<{ response: number; checkboxChecked: boolean }>();
  dialog.showMessageBox.mockReturnValue(read.promise);
  print();
  print();
  expect(dialogs()).toBe(1);
  end(false, 'No printers available on the network');
  await vi.waitFor(() => expect(dialog.showMessageBox).toHaveBeenCalledOnce());
  print();
  expect(dialogs()).toBe(1);
  read.resolve({ response: 0, checkboxChecked: false });
  await vi.waitFor(() => {
    print();
    expect(dialogs()).toBe(2);
  });
});

it.each(['destroyed', 'render-process-gone'])(
  'a page that is gone keeps no other one from being printed: %s',
  async (event) => {
    const { webContents, print, dialogs } = open();
    print();
    await vi.waitFor(() => expect(webContents.listenerCount(event)).toBe(1));
    webContents.emit(event);
    await vi.waitFor(() => {
      print();
      expect(dialogs()).toBe(2);
    });
    expect(dialog.showMessageBox).not.toHaveBeenCalled();
  },
);

it.each(['isDestroyed', 'isCrashed'] as const)('a page that is gone is not printed: %s', (is) => {
  const { webContents, print, dialogs } = open();
  webContents[is] = () => true;
  print();
  expect(dialogs()).toBe(0);
});

it('a page that does not answer, or is no longer the one of its view, is not printed', () => {
  const { print, dialogs } = open({ mayPrint: false });
  print();
  expect(dialogs()).toBe(0);
});
