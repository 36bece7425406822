import { type Browser, chromium, type Page } from '@playwright/test';
import { ensureBrowser } from '../../browser.ts';
import { type Measure, withRunningService } from '../bench.ts';
import { startService } from '../processes.ts';
import { inTurn } from '../statistics.ts';

const rounds = 9;
const kilobyte = 1_000;

interface Opened {
  /** Seconds since navigation. */
  usableAfter: number;
  /** Bytes of scripts, as transferred and uncompressed. */
  sent: number;
  plain: number;
}

/**
 * Runs in the page before its own scripts. Returns the time since navigation at which a field existed, had accepted
 * typed text, and the page was idle.
 */
const watch = () => {
  const usable = new Promise<number>((resolve) => {
    const look = (): void => {
      const field = document.querySelector('input');
      field?.focus();
      document.execCommand('insertText', false, 'a');
      const settle = () => (field?.value === 'a' ? resolve(performance.now()) : look());
      requestAnimationFrame(() => setTimeout(settle));
    };
    look();
  });
  Object.assign(window, { usable });
};

const usableAfter = () => (window as unknown as { usable: Promise<number> }).usable;

const scriptBytes = (): { sent: number; plain: number } => {
  const scripts = performance
    .getEntriesByType('resource')
    .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'));
  return {
    sent: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    plain: scripts.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
  };
};

/** Each time in a new browser context with an empty cache. */
const inFreshPage = async <Result>(browser: Browser, work: (page: Page) => Promise<Result>): Promise<Result> => {
  const context = await browser.newContext();
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
};

/** The sign-in page in a real browser on a first visit: what it fetches, and when it is usable. */
export const firstScreen: Measure = async (bench) => {
  const { dataDir } = await bench.seeded(100);
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    return await withRunningService(startService(dataDir), async ({ url }) => {
      const opened = () =>
        inFreshPage(browser, async (page): Promise<Opened> => {
          await page.addInitScript(watch);
          await page.goto(`${url}/login`);
          const usable = await page.evaluate(usableAfter);
          await page.waitForLoadState('networkidle');
          return { usableAfter: usable / 1_000, ...(await page.evaluate(scriptBytes)) };
        });
      /** A page without scripts from the same server. */
      const bare = () =>
        inFreshPage(browser, async (page): Promise<Opened> => {
          await page.goto(`${url}/healthz`);
          return {
            usableAfter: await page.evaluate(() => performance.now() / 1_000),
            ...(await page.evaluate(scriptBytes)),
          };
        });
      const { ours, ceiling } = await inTurn(rounds, opened, bare);
      return [
        {
          name: 'First screen, scripts over the wire',
          unit: 'kB',
          values: ours.map(({ sent }) => sent / kilobyte),
          ceiling: { is: 'the same scripts, not compressed', values: ours.map(({ plain }) => plain / kilobyte) },
          bound: { of: 'value', is: 'at most', limit: 250 },
        },
        {
          name: 'First screen, from the navigation to a usable field',
          unit: 's',
          values: ours.map((page) => page.usableAfter),
          ceiling: {
            is: 'a page without scripts of the same server',
            values: ceiling.map((page) => page.usableAfter),
          },
          bound: { of: 'value', is: 'at most', limit: 1 },
        },
      ];
    });
  } finally {
    await browser.close();
  }
};
