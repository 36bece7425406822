import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { test as base, expect } from '../fixtures/sample-console.ts';
import { type ImageCodec, openImageCodec } from './image-codec.ts';
import { differences, type Grid } from './image-diff.ts';

/** Whether what was accepted is renewed rather than compared: `npm run pictures -- --accept`. */
export const isAccepting = process.env.CASTELLAN_ACCEPT_PICTURES === 'yes';

export interface Shot {
  /** PNG in full size. */
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

/** Two frames: what a new size or scheme has changed is painted by then. */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

const capture = async (page: Page, codec: ImageCodec): Promise<Shot> => {
  const screenshot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  return { screenshot, grid: await codec.toGrid(screenshot) };
};

export const take = async (page: Page, codec: ImageCodec): Promise<Shot> => {
  await painted(page);
  return capture(page, codec);
};

/** A picture of what has come to rest: two that were taken one after the other are alike. */
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

/** Holds a page against the accepted picture in a file, PNG in full size or WebP in half; or accepts it as it is. */
export const compare = async (page: Page, codec: ImageCodec, file: string, info: TestInfo): Promise<void> => {
  const accepted = existsSync(file) ? await readAccepted(file, codec) : undefined;
  if (accepted && differences(accepted, (await capture(page, codec)).grid).length === 0) return;
  // Another picture, or one that was taken too early.
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
  expect.soft(found, `${name}: accept it with npm run pictures -- --accept`).toEqual([]);
};
