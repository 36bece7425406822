import { expect, type Page, type Request } from '@playwright/test';
import { livePath } from '#shared/contract/live-topics.ts';

interface Traffic {
  readonly inFlight: Set<Request>;
  /** Requests so far. */
  started: number;
  /** Called when the last request in flight ends. */
  onIdle: (() => void)[];
}

const watched = new WeakMap<Page, Traffic>();

const watch = (page: Page): Traffic => {
  const known = watched.get(page);
  if (known) return known;
  const traffic: Traffic = { inFlight: new Set(), started: 0, onIdle: [] };
  const end = (request: Request): void => {
    traffic.inFlight.delete(request);
    if (traffic.inFlight.size > 0) return;
    for (const resolve of traffic.onIdle.splice(0)) resolve();
  };
  page.on('request', (request) => {
    // A new document drops the requests of the old one, and not every dropped request is reported as failed.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) traffic.inFlight.clear();
    traffic.started += 1;
    traffic.inFlight.add(request);
  });
  // The stream of changes continues for as long as the page. Once it begins, the console hears of every change.
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith(livePath)) end(response.request());
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  watched.set(page, traffic);
  return traffic;
};

const idle = async (traffic: Traffic): Promise<void> => {
  if (traffic.inFlight.size > 0) await new Promise<void>((resolve) => traffic.onIdle.push(resolve));
};

/** Three frames: by then an answer is rendered, and the rendered components have sent their requests. */
const rendered = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
      }),
  );

/** Tracks the requests of a page. Call this before the first one: earlier ones go unnoticed. */
export const watchRequests = (page: Page): void => void watch(page);

/** Waits until no request is in flight. */
export const answered = (page: Page): Promise<void> => idle(watch(page));

/** Waits until nothing is in flight and no answer has led to another request. */
export const quiet = async (page: Page): Promise<void> => {
  const traffic = watch(page);
  let seen: number;
  do {
    await idle(traffic);
    seen = traffic.started;
    await rendered(page);
  } while (traffic.started > seen || traffic.inFlight.size > 0);
};

/** Skeletons and loaders of the component library. */
const placeholders = '.mantine-Skeleton-root, .mantine-Loader-root';

/**
 * Waits until a page shows everything that it loads. Playwright's `networkidle` costs half a second each time and fires
 * once per document. This tracks the requests themselves, and those they lead to.
 */
export const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await quiet(page);
  await expect(page.locator(placeholders)).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await quiet(page);
};

/** Opens a path and waits until the page shows everything that it loads. */
export const open = async (page: Page, path: string): Promise<void> => {
  watch(page);
  await page.goto(path);
  await settled(page);
};

/**
 * Goes to an address within the console that the page already shows, and waits until everything it loads is there. Takes
 * a third of the time of loading the document again.
 * @throws Error where the page shows no console.
 */
export const navigate = async (page: Page, path: string): Promise<void> => {
  watch(page);
  await page.evaluate(async (href) => {
    // Where TanStack Router leaves itself for its devtools. Resolves when the new route is on the screen.
    const router = (self as { __TSR_ROUTER__?: { navigate(to: { href: string }): Promise<void> } }).__TSR_ROUTER__;
    if (!router) throw new Error('This page has no router');
    await router.navigate({ href });
    window.scrollTo(0, 0);
  }, path);
  await settled(page);
};

/**
 * Lists the widths at which a page scrolls sideways, and by how many pixels. Charts adapt to a new width some frames
 * later, so a page gets 60 frames to settle.
 */
export const overflows = async (page: Page, sizes: readonly { width: number; height: number }[]): Promise<string[]> => {
  const found: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    const beyond = await page.evaluate(async () => {
      const measure = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
      for (let frame = 0; frame < 60 && (frame < 2 || measure() > 0); frame += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return measure();
    });
    if (beyond > 0) found.push(`${page.url()} at ${size.width}: ${beyond} pixels`);
  }
  return found;
};
