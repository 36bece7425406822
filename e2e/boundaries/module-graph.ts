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

const root = join(import.meta.dirname, '../..');

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

/**
 * The import cycles, imports of types included: each as its files, sorted. Tarjan's algorithm for strongly connected
 * components.
 */
export const findCircles = (edges: readonly Edge[]): string[][] => {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    if (to === undefined) continue;
    const known = targets.get(from) ?? new Set();
    targets.set(from, known.add(to));
  }
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    let low = index.size;
    index.set(file, low);
    stack.push(file);
    for (const target of targets.get(file) ?? []) {
      if (!index.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, lowest.get(target) ?? index.get(target) ?? low);
    }
    lowest.set(file, low);
    if (low === index.get(file)) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1 || targets.get(file)?.has(file)) circles.push(circle.sort());
    }
    return low;
  };
  for (const file of targets.keys()) if (!index.has(file)) visit(file);
  return circles;
};
