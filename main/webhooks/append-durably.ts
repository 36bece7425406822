import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flush } from '../platform/private-file.ts';

/** How much of a file is read at a time to find where its last line begins. */
const pieceBytes = 64 * 1024;
const lineBreak = 0x0a;

/** Where the last line begins that has no end; the file's size if it ends with a line break. */
const unfinishedLineAt = async (file: FileHandle, size: number): Promise<number> => {
  for (let end = size; end > 0; end -= pieceBytes) {
    const start = Math.max(0, end - pieceBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
    const found = buffer.subarray(0, bytesRead).lastIndexOf(lineBreak);
    if (found !== -1) return start + found + 1;
  }
  return 0;
};

const startsWith = async (file: FileHandle, at: number, size: number, text: string): Promise<boolean> => {
  const length = Math.min(size - at, text.length);
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, at);
  return text.startsWith(buffer.toString());
};

/**
 * Appends whole lines to a file, and resolves once they are on the disk. It is opened each time, so that a renamed one is not written
 * to again. A line that a killed process left unfinished is cut off if it begins like ours.
 * @param beginning how each of our lines begins
 */
export const appendDurably = async (path: string, lines: string, beginning: string): Promise<void> => {
  const file = await open(path, 'a+', 0o600);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new Error(`${path} is not a file`);
    let { size } = stat;
    const at = await unfinishedLineAt(file, size);
    const isOurs = at < size && (await startsWith(file, at, size, beginning));
    if (isOurs) {
      await file.truncate(at);
      size = at;
    }
    try {
      await file.appendFile(at < size ? `\n${lines}` : lines);
      await file.sync();
    } catch (error) {
      // A full disk takes a part of it. What can't be cut off now is cut off next time.
      await file.truncate(size).catch(() => {});
      throw error;
    }
    // Without this, a new file could be lost with the power.
    if (stat.size === 0) await flush(dirname(path));
  } finally {
    await file.close();
  }
};
