import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor, type VisitorObject } from 'vite';
import { sourceFiles } from './boundaries/module-graph.ts';

/**
 * The nodes that count. A block counts as what is in it. Imports and lists of exports don't count, so that moving code from one
 * file to another changes nothing.
 */
const counted = [
  'BreakStatement',
  'ClassDeclaration',
  'ContinueStatement',
  'DoWhileStatement',
  'ExportDefaultDeclaration',
  'ExpressionStatement',
  'ForInStatement',
  'ForOfStatement',
  'ForStatement',
  'FunctionDeclaration',
  'IfStatement',
  'LabeledStatement',
  'ReturnStatement',
  'SwitchStatement',
  'ThrowStatement',
  'TryStatement',
  'TSEnumDeclaration',
  'TSInterfaceDeclaration',
  'TSModuleDeclaration',
  'TSTypeAliasDeclaration',
  'VariableDeclaration',
  'WhileStatement',
] as const satisfies readonly (keyof VisitorObject)[];

const count = (path: string, text: string): number => {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  let statements = 0;
  const add = (): void => {
    statements += 1;
  };
  new Visitor(Object.fromEntries(counted.map((type) => [type, add]))).visit(program);
  return statements;
};

/** Prints the statements of code and of tests in each top folder: of this repository, or of the one in the given folder. */
const root = process.argv[2] ?? join(import.meta.dirname, '../..');
const totals = new Map<string, { code: number; tests: number }>();
for (const path of globSync(sourceFiles, { cwd: root })) {
  const kind = /\.(test|spec)\.tsx?$/.test(path) ? 'tests' : 'code';
  const statements = count(path, readFileSync(join(root, path), 'utf8'));
  for (const name of [path.includes('/') ? path.replace(/\/.*/, '') : 'settings', 'total']) {
    const row = totals.get(name) ?? { code: 0, tests: 0 };
    totals.set(name, { ...row, [kind]: row[kind] + statements });
  }
}
const line = (name: string, ...cells: (number | string)[]): string =>
  `${name.padEnd(10)}${cells.map((cell) => String(cell).padStart(10)).join('')}\n`;
process.stdout.write(line('statements', 'code', 'tests', 'both'));
for (const name of ['main', 'preload', 'renderer', 'shared', 'e2e', 'settings', 'total']) {
  const { code, tests } = totals.get(name) ?? { code: 0, tests: 0 };
  process.stdout.write(line(name, code, tests, code + tests));
}
