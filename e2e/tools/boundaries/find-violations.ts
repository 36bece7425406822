import { isBuiltin } from 'node:module';
import type { Layer } from './layer.ts';
import { layers, testLayers } from './layers.ts';
import type { Edge } from './module-graph.ts';

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The folder or file of a path that a row covers: `main/services/*` covers `main/services/team`. Undefined if none. */
const covers = (row: string, path: string): string | undefined => {
  const wanted = row.split('/');
  const given = path.split('/').slice(0, wanted.length);
  return wanted.every((part, at) => given[at] !== undefined && (part === '*' || part === given[at]))
    ? given.join('/')
    : undefined;
};

// The longest row wins, and a name wins over `*`.
const rows = Object.entries(layers).sort(
  ([a], [b]) => b.split('/').length - a.split('/').length || Number(a.endsWith('*')) - Number(b.endsWith('*')),
);

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

const layerOf = (path: string): { name: string; layer: Layer } | undefined => {
  if (isTest(path)) {
    const side = path.split('/')[0] ?? '';
    const layer = testLayers[side];
    return layer && { name: `tests of ${side}`, layer };
  }
  for (const [row, layer] of rows) {
    const name = covers(row, path);
    if (name !== undefined) return { name, layer };
  }
  return undefined;
};

const packageViolation = ({ specifier, isType }: Edge, name: string, layer: Layer): string | undefined => {
  if (isBuiltin(specifier)) return layer.node ? undefined : `${name} may not import Node's modules`;
  const { packages = [], typePackages = [] } = layer;
  if (packages === 'any' || packages.some((allowed) => isWithin(specifier, allowed))) return undefined;
  if (!typePackages.some((allowed) => isWithin(specifier, allowed))) return `${name} may not import this package`;
  return isType ? undefined : `${name} may import only types of this package`;
};

/** Why the table forbids an import, or undefined if it allows it. */
const violationOf = (edge: Edge): string | undefined => {
  const { from, to, isType } = edge;
  const found = layerOf(from);
  if (!found) return 'no row of e2e/tools/boundaries/layers.ts covers this file';
  const { name, layer } = found;
  if (to === undefined) return packageViolation(edge, name, layer);
  if (isTest(to)) return 'nothing may import a test';
  const { importedBy } = layerOf(to)?.layer ?? {};
  if (importedBy && !isTest(from) && !importedBy.some((allowed) => isWithin(from, allowed))) {
    return `only ${importedBy.join(', ')} may import it`;
  }
  if (isWithin(to, name) && layerOf(to)?.name === name) return undefined;
  if (layer.imports.some((allowed) => isWithin(to, allowed))) return undefined;
  if (!layer.types?.some((allowed) => isWithin(to, allowed))) return `${name} may not import it`;
  return isType ? undefined : `${name} may import only types of it`;
};

/** The imports that the table of layers forbids, each in a line that says why. */
export const findViolations = (edges: readonly Edge[]): string[] =>
  edges.flatMap((edge) => {
    const why = violationOf(edge);
    return why === undefined ? [] : [`${edge.from} imports ${edge.to ?? edge.specifier}: ${why}`];
  });

/** The rows of the table that cover none of these files. */
export const findEmptyRows = (paths: readonly string[]): string[] =>
  Object.keys(layers).filter((row) => !paths.some((path) => covers(row, path) !== undefined));
