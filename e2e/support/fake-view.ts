import { vi } from 'vitest';
import type { Page, PageEvents } from '#main/desktop/views/page.ts';
import { createPageLife } from '#main/desktop/views/page-life.ts';
import { createLogger } from '#main/platform/logger.ts';

interface FakePage extends Page {
  readonly events: PageEvents;
  readonly calls: string[];
}

/** How long a console of the view may take to load. */
export const loadLimitMs = 30_000;
export const address = 'https://example.org/';

/**
 * A view whose pages only note what is asked of them, and a server that answers as the test says.
 * @param load called when a page is to load an address
 */
export const openView = ({ load }: { load?: (target: string) => void } = {}) => {
  const pages: FakePage[] = [];
  const server = { problem: undefined as string | undefined, checks: 0, answers: true, waits: async () => {} };
  const changes: string[] = [];
  const life = createPageLife<FakePage, string>({
    make(events) {
      const calls: string[] = [];
      const page: FakePage = {
        events,
        calls,
        async load(target) {
          calls.push(`load ${target}`);
          load?.(target);
        },
        reload: async () => void calls.push('reload'),
        responds: async () => server.answers,
        kill: () => void calls.push('kill'),
        close: () => void calls.push('close'),
      };
      pages.push(page);
      return page;
    },
    address,
    isConsole: (target) => target.startsWith(address),
    async check() {
      server.checks += 1;
      await server.waits();
      return server.problem;
    },
    problemOfError: (error) => error,
    problemOfFault: (fault) => fault,
    problemPage: (problem) => `data:${problem}`,
    isFinal: (problem) => problem === 'final',
    loadLimitMs,
    now: () => vi.getMockedSystemTime()?.getTime() ?? 0,
    log: createLogger('silent'),
  });
  life.onChange(() => changes.push(life.state().kind));
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const current = () => pages.at(-1) as FakePage;
  const open = async () => {
    life.connect();
    await settle();
    current().events.navigated(address);
  };
  return { life, pages, server, changes, settle, current, open };
};
