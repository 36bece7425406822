import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { WebContentsView } from '#e2e/support/electron.ts';
import { createLogger } from '../../platform/logger.ts';
import { textsIn } from '../texts.ts';
import { createConsolePage } from './console-page.ts';

const happened = () => {
  const react = vi.fn<() => void>();
  const events = {
    navigated: () => react(),
    failed: () => react(),
    crashed: () => react(),
    hung: () => react(),
    recovered: () => react(),
    destroyed: () => react(),
  };
  const page = createConsolePage(
    {},
    { texts: textsIn('en'), reload: () => {}, print: () => {}, log: createLogger('silent') },
    events,
  );
  const contents = page.contents as unknown as WebContentsView['webContents'];
  const calls: string[] = [];
  /** Whether an event is on the stack, where Electron may crash if a navigation starts. */
  let isInEvent = false;
  const note = (call: string): void => void calls.push(isInEvent ? `${call} within an event` : call);
  contents.loadURL.mockImplementation(async (address) => note(`load ${address}`));
  contents.reload.mockImplementation(() => note('reload'));
  const emit = (name: string, args: readonly unknown[]): void => {
    isInEvent = true;
    contents.emit(name, ...args);
    isInEvent = false;
  };
  return { page, react, emit, calls };
};

describe('a page that is loaded because of one of its events', () => {
  const events: Readonly<Record<string, readonly unknown[]>> = {
    'did-navigate': [{}, 'about:blank'],
    'did-fail-load': [{}, -102, 'ERR_CONNECTION_REFUSED', 'https://example.org/', true],
    'render-process-gone': [{}, { reason: 'crashed' }],
    unresponsive: [],
    responsive: [],
    destroyed: [],
  };
  for (const [name, args] of Object.entries(events)) {
    it(`starts to load after ${name}, not within it`, async () => {
      const { page, react, emit, calls } = happened();
      react.mockImplementation(() => {
        void page.load('data:text/html,problem');
        void page.reload();
      });
      emit(name, args);
      await setImmediate();
      expect(calls).toEqual(['load data:text/html,problem', 'reload']);
    });
  }
});

it('a page makes no sound', () => {
  const contents = happened().page.contents as unknown as WebContentsView['webContents'];
  expect(contents.setAudioMuted.mock.calls).toEqual([[true]]);
});
