import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { CDPSession, Page, TestInfo } from '@playwright/test';
import { test as base, expect } from '../support/sample-console.ts';
import { type ImageCodec, openImageCodec } from './image-codec.ts';
import { differences, type Grid } from './image-diff.ts';

/** Whether to replace accepted pictures instead of comparing: `npm run pictures -- --accept`. */
export const isAccepting = process.env.CASTELLAN_ACCEPT_PICTURES === 'yes';

export interface Shot {
  /** A full-size PNG. */
  readonly screenshot: Buffer;
  readonly grid: Grid;
}

export const test = base.extend<object, { codec: ImageCodec }>({
  codec: [
    async ({ browser }, use) => {
      const codec = await openImageCodec(browser);
      await use(codec);
      await codec.close();
    },
    { scope: 'worker' },
  ],
});

/** The typeface, and two frames: by then a new size or scheme is painted. */
const painted = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  });

const sessions = new WeakMap<Page, Promise<CDPSession>>();

const sessionOf = (page: Page): Promise<CDPSession> => {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
};

/** Shows a page as on a device that people touch, or with a mouse. */
export const touch = async (page: Page, enabled: boolean): Promise<void> => {
  const session = await sessionOf(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled });
};

/** Takes half the CPU time of `page.screenshot`, which compresses more, and waits for what `visit` has waited for. */
const capture = async (page: Page, codec: ImageCodec): Promise<Shot> => {
  const session = await sessionOf(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
  const screenshot = Buffer.from(data, 'base64');
  return { screenshot, grid: await codec.toGrid(screenshot) };
};

export const take = async (page: Page, codec: ImageCodec): Promise<Shot> => {
  await painted(page);
  return capture(page, codec);
};

/** A picture of a page at rest: two taken one after the other are equal. */
export const takeAtRest = async (page: Page, codec: ImageCodec): Promise<Shot> => {
  let last = await take(page, codec);
  await expect(async () => {
    const before = last;
    last = await take(page, codec);
    expect(differences(before.grid, last.grid)).toEqual([]);
  }).toPass({ timeout: 10_000 });
  return last;
};

const readAccepted = async (file: string, codec: ImageCodec): Promise<Grid> => {
  const bytes = readFileSync(file);
  return file.endsWith('.png') ? codec.toGrid(bytes) : codec.decode(bytes);
};

/** Compares a page with the accepted picture in a file (PNG at full size or WebP at half), or accepts it as it is. */
export const compare = async (page: Page, codec: ImageCodec, file: string, info: TestInfo): Promise<void> => {
  const accepted = existsSync(file) ? await readAccepted(file, codec) : undefined;
  if (accepted && differences(accepted, (await capture(page, codec)).grid).length === 0) return;
  // Either the page has changed, or the picture was taken too early.
  const shot = await takeAtRest(page, codec);
  const found = accepted ? differences(accepted, shot.grid) : 'there is no accepted picture';
  if (found.length === 0) return;
  if (isAccepting) {
    writeFileSync(file, file.endsWith('.png') ? shot.screenshot : await codec.encode(shot.screenshot));
    return;
  }
  const name = basename(file);
  await info.attach(`taken ${name}`, { body: shot.screenshot, contentType: 'image/png' });
  if (accepted) await info.attach(`accepted ${name}`, { path: file });
  expect.soft(found, `${name}: to accept it, run npm run pictures -- --accept`).toEqual([]);
};
