import type { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';

const { pages } = vi.hoisted(() => ({ pages: [] as EventEmitter[] }));
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  class FakeContents extends Emitter {
    /** Whether one of its events is on the stack, where Electron may crash if a navigation starts. */
    isInEvent = false;
    readonly calls: string[] = [];
    constructor() {
      super();
      pages.push(this);
    }
    override emit(name: string, ...args: unknown[]): boolean {
      this.isInEvent = true;
      const answer = super.emit(name, ...args);
      this.isInEvent = false;
      return answer;
    }
    note(call: string): void {
      this.calls.push(this.isInEvent ? `${call} within an event` : call);
    }
    async loadURL(address: string): Promise<void> {
      this.note(`load ${address}`);
    }
    reload(): void {
      this.note('reload');
    }
  }
  return {
    app: { isPackaged: false },
    nativeTheme: { shouldUseDarkColors: false },
    Menu: {},
    clipboard: {},
    WebContentsView: class {
      readonly webContents = new FakeContents();
      setBackgroundColor(): void {}
    },
  };
});
const { createConsolePage } = await import('./console-page.ts');
const { textsIn } = await import('../texts.ts');

interface Contents extends EventEmitter {
  readonly calls: readonly string[];
}

afterEach(() => {
  pages.length = 0;
});

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
  const page = createConsolePage({}, textsIn('en'), () => {}, events);
  return { page, react, contents: pages[0] as Contents };
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
      const { page, react, contents } = happened();
      react.mockImplementation(() => {
        void page.load('data:text/html,problem');
        void page.reload();
      });
      contents.emit(name, ...args);
      await setImmediate();
      expect(contents.calls).toEqual(['load data:text/html,problem', 'reload']);
    });
  }
});
