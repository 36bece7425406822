import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Large files go through in pieces of this size. */
const highWaterMark = 1_048_576;

/** The SHA-256 of a file, in hexadecimal, as sha256sum prints it. */
export const sha256Of = async (path: string, signal?: AbortSignal): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark }), hash, { ...(signal && { signal }) });
  return hash.digest('hex');
};
