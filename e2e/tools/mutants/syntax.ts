import { parseSync } from 'vite';

/** A node of the syntax tree, read without the parser's types: the walk treats all kinds of nodes alike. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** The text of each type that has no meaning at run time, but for three that only wrap an expression. */
const wrappers = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value;

/** Whether a node is only types, which can't change what the program does. */
const isType = ({ type, importKind, exportKind }: Node): boolean =>
  (type.startsWith('TS') && !wrappers.has(type)) || importKind === 'type' || exportKind === 'type';

/** The children of a node that matter at run time, in the order of the text. */
export const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value) => isNode(value) && !isType(value))
    .map((value) => value as Node)
    .sort((a, b) => a.start - b.start);

/** Visits a node and all below it, with its ancestors, nearest first. A visitor that returns false skips the children. */
export const walk = (
  node: Node,
  visit: (node: Node, ancestors: readonly Node[]) => boolean,
  ancestors: readonly Node[] = [],
): void => {
  if (!visit(node, ancestors)) return;
  const above = [node, ...ancestors];
  for (const child of childrenOf(node)) walk(child, visit, above);
};

/** Parses a TypeScript file. @throws Error if it doesn't parse. */
export const parse = (file: string, text: string): Node => {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  // The parser's nodes have these fields and many more; its own types are a union of 200 interfaces without an index.
  return program as unknown as Node;
};

/** Whether a file is valid after a change. */
export const parses = (file: string, text: string): boolean => parseSync(file, text).errors.length === 0;

const functions = new Set(['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression']);

export const isFunction = (node: Node): boolean => functions.has(node.type) && isNode(node.body);

/** The functions of a file, outer ones first: the place in this list is what the map of tests calls them by. */
export const functionsOf = (program: Node): Node[] => {
  const found: Node[] = [];
  walk(program, (node) => {
    if (isFunction(node)) found.push(node);
    return true;
  });
  return found;
};

/** A declaration at the top of a file, such as `export const limit = 5`. */
export interface Declaration {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The names that a file declares at its top level, each with its text. */
export const declarationsOf = (program: Node): Declaration[] =>
  childrenOf(program).flatMap((statement) => {
    const declared = isNode(statement.declaration) ? statement.declaration : statement;
    const declarators = declared.type === 'VariableDeclaration' ? childrenOf(declared) : [declared];
    return declarators.flatMap(({ id, start, end }) => {
      if (!isNode(id)) return [];
      // `const { a, b } = …` declares each name of its pattern.
      const names = id.type === 'Identifier' ? [id] : [];
      if (names.length === 0)
        walk(id, (node) => {
          if (node.type === 'Identifier') names.push(node);
          return true;
        });
      return names.map(({ name }) => ({ name: String(name), start, end }));
    });
  });
