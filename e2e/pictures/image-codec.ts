import type { Browser, JSHandle } from '@playwright/test';
import { type Grid, square } from './image-diff.ts';

/** Encodes and decodes images with the browser's codecs. */
export interface ImageCodec {
  /** Reduces a screenshot to its grid. */
  toGrid(screenshot: Buffer): Promise<Grid>;
  /** Encodes a screenshot as WebP at half its size. */
  encode(screenshot: Buffer): Promise<Buffer>;
  /** Decodes a file of `encode` to its grid. */
  decode(file: Buffer): Promise<Grid>;
  close(): Promise<void>;
}

/** Stored at this scale, which is still readable. */
const scale = 0.5;
const quality = 0.75;

interface Order {
  data: string;
  type: string;
  scale: number;
  /** Side of a square, in pixels of the result. */
  side: number;
  /** If absent, no file is created. */
  quality?: number;
}

/** Runs in a page. */
const work = async ({ data, type, scale, side, quality }: Order) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type }));
  const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser has no 2D canvas context');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  const pixels = context.getImageData(0, 0, width, height).data;
  // A last row that isn't whole is left out: letters that the lower edge cuts change too much with their rendering.
  const [columns, rows] = [Math.ceil(width / side), Math.floor(height / side)];
  const colors = new Uint8Array(columns * rows * 3);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [right, bottom] = [Math.min(width, (column + 1) * side), (row + 1) * side];
      let [red, green, blue] = [0, 0, 0];
      for (let y = row * side; y < bottom; y += 1) {
        for (let x = column * side; x < right; x += 1) {
          const at = (y * width + x) * 4;
          red += pixels[at] ?? 0;
          green += pixels[at + 1] ?? 0;
          blue += pixels[at + 2] ?? 0;
        }
      }
      const count = (right - column * side) * (bottom - row * side);
      colors.set(
        [red, green, blue].map((sum) => Math.round(sum / count)),
        (row * columns + column) * 3,
      );
    }
  }
  const base64 = async (blob: Blob): Promise<string> => {
    const url = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsDataURL(blob);
    });
    return url.slice(url.indexOf(',') + 1);
  };
  const file = quality === undefined ? '' : await base64(await canvas.convertToBlob({ type: 'image/webp', quality }));
  return { file, columns, rows, colors: await base64(new Blob([colors])) };
};

type Worker = JSHandle<typeof work>;

const send = async (worker: Worker, order: Order): Promise<{ file: Buffer; grid: Grid }> => {
  const { file, columns, rows, colors } = await worker.evaluate((run, given) => run(given), order);
  return { file: Buffer.from(file, 'base64'), grid: { columns, rows, colors: Buffer.from(colors, 'base64') } };
};

export const openImageCodec = async (browser: Browser): Promise<ImageCodec> => {
  const context = await browser.newContext();
  const page = await context.newPage();
  // Kept in the page so that it is compiled once and optimized, rather than sent with each picture.
  const worker: Worker = await page.evaluateHandle(`(${work})`);
  const side = square * scale;
  const orderOf = (screenshot: Buffer): Order => ({
    data: screenshot.toString('base64'),
    type: 'image/png',
    scale,
    side,
  });
  return {
    toGrid: async (screenshot) => (await send(worker, orderOf(screenshot))).grid,
    // Encoding takes longer than everything else, so encode only what is stored.
    encode: async (screenshot) => (await send(worker, { ...orderOf(screenshot), quality })).file,
    decode: async (file) =>
      (await send(worker, { data: file.toString('base64'), type: 'image/webp', scale: 1, side })).grid,
    close: () => context.close(),
  };
};
