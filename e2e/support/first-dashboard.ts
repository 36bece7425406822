import type { Page } from '@playwright/test';

/** What comes after the sign-in page until the dashboard shows all that it loads first. */
export interface FirstDashboard {
  requests: number;
  /** Over the wire, with headers. */
  bytes: number;
  seconds: number;
}

/** A phone on slow 4G, as browsers' own tools emulate it. */
const slow = { latency: 150, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const slowCpu = 4;

/**
 * In the page, where looking costs nothing: how many seconds pass from the next key until the dashboard has been painted with
 * all that it loads first.
 */
const untilShown = () => {
  const { promise: seconds, resolve } = Promise.withResolvers<number>();
  const look = (since: number) => {
    const isShown = document.querySelector('h1')?.textContent === 'Dashboard';
    const isLoading = document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root') !== null;
    requestAnimationFrame(() => {
      if (isShown && !isLoading) setTimeout(() => resolve((performance.now() - since) / 1_000));
      else look(since);
    });
  };
  addEventListener('keydown', ({ timeStamp }) => look(timeStamp), { once: true, capture: true });
  return { seconds };
};

/** Signs in on a page that nobody has opened yet, in a browser without anything in its cache. */
export const openFirstDashboard = async (
  page: Page,
  { email, password }: { email: string; password: string },
  { isSlow = false } = {},
): Promise<FirstDashboard> => {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.waitForLoadState('networkidle');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  if (isSlow) {
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...slow });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowCpu });
  }
  const counted = { requests: 0, bytes: 0 };
  devtools.on('Network.requestWillBeSent', () => {
    counted.requests += 1;
  });
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    counted.bytes += encodedDataLength;
  });
  const shown = await page.evaluateHandle(untilShown);
  // A pointer would rest on something that loads another page ahead.
  await page.keyboard.press('Enter');
  const seconds = await shown.evaluate(({ seconds }) => seconds);
  const result = { ...counted, seconds };
  await devtools.detach();
  return result;
};
