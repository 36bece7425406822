import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The first indented block behind a line of a page below docs/. */
export const documentedBlock = async (page: string, line: string): Promise<string> => {
  const text = await readFile(join(import.meta.dirname, '../../docs', page), 'utf8');
  const at = text.indexOf(`\n${line}\n\n`);
  const block = /^((?: {4}.*\n|\n+(?= {4}))+)/.exec(text.slice(at + line.length + 3))?.[1];
  if (at === -1 || block === undefined) throw new Error(`docs/${page} has no set-up behind "${line}"`);
  return block.replaceAll(/^ {4}/gm, '');
};

/**
 * A documented block with other values in place of the documented ones.
 * @throws Error if it lacks one of them
 */
export const documentedSetUp = async (
  page: string,
  line: string,
  changes: readonly (readonly [documented: string, used: string])[],
): Promise<string> => {
  let text = await documentedBlock(page, line);
  for (const [documented, used] of changes) {
    if (!text.includes(documented)) throw new Error(`What docs/${page} has behind "${line}" lacks ${documented}`);
    text = text.replace(documented, used);
  }
  return text;
};
