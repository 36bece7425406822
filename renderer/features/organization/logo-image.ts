import { logoMaxBytes, logoTypes } from '#shared/rules/tenant-logo.ts';

/** Longest sides to try, in pixels, until the file is small enough. The header shows 28 pixels, on dense screens 84. */
const sides = [256, 128, 64] as const;

const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/** Draws the image in a size that fits into a square. */
const scaled = async (image: ImageBitmap, side: number): Promise<Blob> => {
  const scale = Math.min(1, side / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  );
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  // Browsers that can't write WebP write PNG.
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
};

/**
 * Scales an image down to what the service accepts, as a data URL. Drawing it again also leaves out what cameras add, such
 * as a location.
 * @returns undefined if it isn't an image of an accepted type
 */
export const readLogo = async (file: File): Promise<string | undefined> => {
  if (!logoTypes.some((type) => type === file.type)) return undefined;
  const image = await createImageBitmap(file);
  try {
    for (const side of sides) {
      const blob = await scaled(image, side);
      if (blob.size <= logoMaxBytes) return await toDataUrl(blob);
    }
    throw new RangeError('The image stays too large');
  } finally {
    image.close();
  }
};
