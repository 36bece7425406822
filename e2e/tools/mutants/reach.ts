import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { type Edge, edgesOf, readSources } from '../boundaries/module-graph.ts';
import type { Mutant } from './mutant.ts';
import { probeId, root } from './probes.ts';
import { type Declaration, declarationsOf, functionsOf, parse } from './syntax.ts';
import type { TestMap } from './test-map.ts';

interface Outline {
  readonly text: string;
  readonly functions: readonly { start: number; end: number }[];
  readonly declarations: readonly Declaration[];
}

/** A constant is followed through at most so many other constants. */
const maximumDepth = 3;

/** Not as a property of something else, but also where it is spread. */
const mentions = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w$]|(?<!\\.\\.)\\.)${name}(?![\\w$])`).test(text);

const sharedFolders = (one: string, other: string): number => {
  const folders = dirname(other).split('/');
  const differing = folders.findIndex((folder, at) => dirname(one).split('/')[at] !== folder);
  return differing < 0 ? folders.length : differing;
};

/** Finds the tests that can notice a mutant. */
export interface Reach {
  /** Test files, the likeliest to notice it first. */
  testsOf(mutant: Mutant): string[];
  /** Whether a test file is about a source: it has its name, or imports it. */
  isAbout(test: string, file: string): boolean;
}

/**
 * By the map for a change in a function. A change outside of functions happens while the module loads, which the map
 * can't tell: for it, by the functions and tests that name the constant, or another one that is made of it.
 */
export const createReach = (map: TestMap): Reach => {
  const importers = new Map<string, Edge[]>();
  for (const edge of edgesOf(readSources()))
    if (edge.to !== undefined) importers.set(edge.to, [...(importers.get(edge.to) ?? []), edge]);
  const outlines = new Map<string, Outline>();
  const outlineOf = (file: string): Outline => {
    const known = outlines.get(file);
    if (known) return known;
    const text = readFileSync(join(root, file), 'utf8');
    const program = parse(file, text);
    const outline = { text, functions: functionsOf(program), declarations: declarationsOf(program) };
    outlines.set(file, outline);
    return outline;
  };
  const texts = new Map<string, string>();
  const textOf = (file: string): string => {
    const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8');
    texts.set(file, text);
    return text;
  };
  const testsByFunction = new Map<string, string[]>();
  for (const [test, { hits }] of Object.entries(map.tests))
    for (const id of hits) testsByFunction.set(id, [...(testsByFunction.get(id) ?? []), test]);

  const namedBy = (file: string, name: string, seen: Set<string>, depth: number): string[] => {
    if (seen.has(`${file} ${name}`) || depth > maximumDepth) return [];
    seen.add(`${file} ${name}`);
    const users = (importers.get(file) ?? []).filter(({ names }) => names.includes(name) || names.includes('*'));
    return [...new Set([file, ...users.map(({ from }) => from)])].flatMap((user) => {
      if (/\.test\.tsx?$/.test(user)) return [user];
      const { text, functions, declarations } = outlineOf(user);
      const calling = functions.flatMap(({ start, end }, index) =>
        mentions(text.slice(start, end), name) ? (testsByFunction.get(probeId(user, index)) ?? []) : [],
      );
      const made = declarations
        .filter((found) => found.name !== name && mentions(text.slice(found.start, found.end), name))
        .flatMap((found) => namedBy(user, found.name, seen, depth + 1));
      return [...calling, ...made];
    });
  };

  const nearness = (test: string, file: string): number => {
    const name = basename(file).replace(/\.tsx?$/, '');
    if (test === file.replace(/\.tsx?$/, '.test.ts')) return 0;
    if (importers.get(file)?.some(({ from }) => from === test)) return 1;
    // A test of a screen names the file with its folder.
    if (basename(test).startsWith(name) || textOf(test).includes(`'${name}'`) || textOf(test).includes(`/${name}'`))
      return 2;
    // The deeper the folder that both share, the likelier.
    return 4 - sharedFolders(test, file) / (1 + file.split('/').length);
  };

  return {
    isAbout: (test, file) => nearness(test, file) < 2,
    testsOf({ file, start }) {
      const { functions, declarations } = outlineOf(file);
      const index = functions.findLastIndex((node) => node.start <= start && start < node.end);
      const called = index < 0 ? [] : (testsByFunction.get(probeId(file, index)) ?? []);
      const names = declarations.filter((found) => found.start <= start && start < found.end);
      // A function that few files call may be one that runs while its module loads.
      const named = called.length < 3 ? names.flatMap(({ name }) => namedBy(file, name, new Set(), 0)) : [];
      return [...new Set([...called, ...named])]
        .filter((test) => map.tests[test]?.passes)
        .sort((a, b) => nearness(a, file) - nearness(b, file) || (map.tests[a]?.ms ?? 0) - (map.tests[b]?.ms ?? 0));
    },
  };
};
