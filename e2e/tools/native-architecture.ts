import { open } from 'node:fs/promises';

/** By the machine field of each format. */
const elf: Record<number, string> = { 62: 'x64', 183: 'arm64', 40: 'armv7l', 3: 'ia32' };
const machO: Record<number, string> = { 16777223: 'x64', 16777228: 'arm64' };
const portable: Record<number, string> = { 34404: 'x64', 43620: 'arm64', 332: 'ia32' };

/**
 * The architecture that a program or native module was compiled for, by Node's names. `universal` for a macOS file with
 * several architectures, undefined for a file that is not a program.
 */
export const architectureIn = (head: Buffer): string | undefined => {
  if (head.length < 64) return undefined;
  if (head.readUInt32BE(0) === 0x7f454c46) return elf[head.readUInt16LE(18)];
  if (head.readUInt32LE(0) === 0xfeedfacf) return machO[head.readUInt32LE(4)];
  if (head.readUInt32BE(0) === 0xcafebabe) return 'universal';
  if (head.toString('latin1', 0, 2) === 'MZ') {
    const start = head.readUInt32LE(0x3c);
    if (start + 6 <= head.length) return portable[head.readUInt16LE(start + 4)];
  }
  return undefined;
};

/** @throws Error if the file can't be read. */
export const architectureOf = async (file: string): Promise<string | undefined> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4_096), 0, 4_096, 0);
    return architectureIn(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
};
