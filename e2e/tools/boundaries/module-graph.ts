import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { type Import, readSource, type Source } from './read-source.ts';

/** An import with the file or package that it leads to. */
export interface Edge extends Import {
  readonly from: string;
  /** A path from the repository's root, or undefined for a package or a built-in module. */
  readonly to: string | undefined;
}

/** Every source file by its path from the repository's root, with what it imports and exports. */
export type Sources = ReadonlyMap<string, Source>;

const root = join(import.meta.dirname, '../../..');

/** The aliases of package.json, as pairs of prefixes: `#main/` and `main/`. */
const aliases = Object.entries(
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> }).imports,
).map(([alias, target]) => [alias.replace(/\*$/, ''), target.replace(/^\.\//, '').replace(/\*$/, '')] as const);

/** What matches every source file, from the repository's root. */
export const sourceFiles = ['{main,preload,renderer,shared,e2e}/**/*.{ts,tsx,mts,mjs}', '*.config.ts'];

/** Reads every source file of the repository. */
export const readSources = (): Sources =>
  new Map(
    globSync(sourceFiles, { cwd: root })
      .map((path) => path.replaceAll('\\', '/'))
      .sort()
      .map((path) => [path, readSource(path, readFileSync(join(root, path), 'utf8'))]),
  );

const resolve = (from: string, specifier: string): string | undefined => {
  // A query tells the build which part of a file it takes.
  if (specifier.startsWith('.')) return join(dirname(from), specifier.replace(/\?.*$/, ''));
  const alias = aliases.find(([prefix]) => specifier.startsWith(prefix));
  return alias && `${alias[1]}${specifier.slice(alias[0].length)}`;
};

/** Every import of the sources, resolved. */
export const edgesOf = (sources: Sources): Edge[] =>
  [...sources].flatMap(([from, { imports }]) =>
    imports.map((found) => ({ ...found, from, to: resolve(from, found.specifier) })),
  );

/** The imports of files that don't exist. Without the extension a file isn't found either. */
export const findMissing = (sources: Sources, edges: readonly Edge[]): string[] =>
  edges.flatMap(({ from, to }) =>
    to === undefined || sources.has(to) || (!/\.[mc]?[jt]sx?$/.test(to) && existsSync(join(root, to)))
      ? []
      : [`${from} imports ${to}: there is no such file`],
  );

/** Collects pairs into a graph. */
const graphOf = (pairs: readonly (readonly [string, string])[]): Map<string, Set<string>> => {
  const targets = new Map<string, Set<string>>();
  for (const [from, to] of pairs) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  return targets;
};

/** The cycles of a graph, each as its nodes, sorted. Tarjan's algorithm for strongly connected components. */
const findCycles = (targets: ReadonlyMap<string, ReadonlySet<string>>): string[][] => {
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): number => {
    let low = index.size;
    index.set(node, low);
    stack.push(node);
    for (const target of targets.get(node) ?? []) {
      if (!index.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, lowest.get(target) ?? index.get(target) ?? low);
    }
    lowest.set(node, low);
    if (low === index.get(node)) {
      const cycle = stack.splice(stack.indexOf(node));
      if (cycle.length > 1 || targets.get(node)?.has(node)) cycles.push(cycle.sort());
    }
    return low;
  };
  for (const node of targets.keys()) if (!index.has(node)) visit(node);
  return cycles;
};

/** The cycles of files that import each other, imports of types included. */
export const findCircles = (edges: readonly Edge[]): string[][] =>
  findCycles(graphOf(edges.flatMap(({ from, to }) => (to === undefined ? [] : [[from, to] as const]))));

/**
 * The two neighbors that an import connects: what lies side by side in the innermost folder around both files. Undefined
 * inside of one folder, and between a folder's own files and its subfolders.
 */
const neighborsOf = (from: string, to: string): readonly [string, string] | undefined => {
  const [a, b] = [from.split('/'), to.split('/')];
  const at = a.findIndex((part, index) => part !== b[index]);
  if (at < 0 || at === a.length - 1 || at === b.length - 1) return undefined;
  return [a.slice(0, at + 1).join('/'), b.slice(0, at + 1).join('/')];
};

/**
 * The cycles of folders that import each other, imports of types included, at every level: `main/mail` and
 * `main/services`, or two folders of one feature. Tests may look at anything.
 */
export const findFolderCircles = (edges: readonly Edge[]): string[][] =>
  findCycles(
    graphOf(
      edges.flatMap(({ from, to }) => {
        const pair = to === undefined || /\.(test|spec)\.tsx?$/.test(from) ? undefined : neighborsOf(from, to);
        return pair ? [pair] : [];
      }),
    ),
  );
