import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The first indented block behind a line of a page below docs/. */
export const documentedBlock = async (page: string, line: string): Promise<string> => {
  const text = await readFile(join(import.meta.dirname, '../../docs', page), 'utf8');
  const at = text.indexOf(`\n${line}\n\n`);
  const block = /^((?: {4}.*\n)+)/.exec(text.slice(at + line.length + 3))?.[1];
  if (at === -1 || block === undefined) throw new Error(`docs/${page} has no set-up behind "${line}"`);
  return block.replaceAll(/^ {4}/gm, '');
};
