import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { functionsOf, isNode, parse } from './syntax.ts';

export const root = join(import.meta.dirname, '../../..');

/** Where test files leave what they called, until the map is written. */
export const hitsFolder = join(root, 'node_modules/.cache/mutants/hits');

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

export const hitsName = (testFile: string): string => `${hashOf(testFile)}.json`;

/** The name of a function in the map: its file, and its place among the file's functions. */
export const probeId = (file: string, index: number): string => `${file}#${index}`;

/** The text of a file with a call at the start of each function. The calls are on no new lines. */
export const addProbes = (file: string, text: string): string => {
  const inserts: { at: number; code: string }[] = [];
  for (const [index, { body }] of functionsOf(parse(file, text)).entries()) {
    if (!isNode(body)) continue;
    const call = `globalThis.castellanProbe?.(${JSON.stringify(probeId(file, index))})`;
    if (body.type === 'BlockStatement') inserts.push({ at: body.start + 1, code: `${call};` });
    else inserts.push({ at: body.start, code: `(${call}, ` }, { at: body.end, code: ')' });
  }
  // From the end, so that earlier offsets stay right. Of two inserts at one place the later one is the inner one's.
  return inserts
    .map((insert, order) => ({ ...insert, order }))
    .sort((a, b) => b.at - a.at || (a.code === ')' ? 1 : b.order - a.order))
    .reduce((out, { at, code }) => out.slice(0, at) + code + out.slice(at), text);
};
