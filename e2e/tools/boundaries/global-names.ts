import type { Parsed } from './parse.ts';

/** A node of a syntax tree. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Called with a node, and with the nodes that it is in, the nearest first. */
type Visit = (node: Node, around: readonly Node[]) => void;

export interface Visits {
  /** Every node that is left at run time. */
  readonly node: Visit;
  /** Every identifier that stands for a value, and whether the file declares it. */
  readonly name: (node: Node, around: readonly Node[], isDeclared: boolean) => void;
}

/** What is erased: types, and declarations of what exists elsewhere. */
const typeKeys = new Set([
  'implements',
  'returnType',
  'superTypeArguments',
  'typeAnnotation',
  'typeArguments',
  'typeParameters',
]);
const typeNodes = new Set([
  'TSDeclareFunction',
  'TSInterfaceDeclaration',
  'TSModuleDeclaration',
  'TSTypeAliasDeclaration',
]);
/** Their identifiers are names of other modules, keywords or labels. */
const nameless = new Set(['BreakStatement', 'ContinueStatement', 'ImportDeclaration', 'MetaProperty']);
const withKeys = new Set(['AccessorProperty', 'ImportAttribute', 'MethodDefinition', 'Property', 'PropertyDefinition']);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const nodesIn = (value: unknown): Node[] =>
  Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];

/** The names that a pattern declares. */
const namesIn = (pattern: Node): string[] => {
  if (pattern.type === 'Identifier') return [String(pattern.name)];
  const { properties, elements, argument, left, parameter, value } = pattern;
  const parts = pattern.type === 'Property' ? value : [properties, elements, argument, left, parameter].flat();
  return nodesIn(parts).flatMap(namesIn);
};

/** The names that a statement declares in the block it stands in. */
const declaredBy = (statement: Node): string[] => {
  if (statement.declare === true) return [];
  const { type, id, declarations, declaration, specifiers } = statement;
  if (type === 'VariableDeclaration') return nodesIn(declarations).flatMap((each) => nodesIn(each.id).flatMap(namesIn));
  if (type === 'ImportDeclaration') return nodesIn(specifiers).flatMap(({ local }) => nodesIn(local).flatMap(namesIn));
  if (type.startsWith('Export')) return nodesIn(declaration).flatMap(declaredBy);
  return /^(Function|Class|TSEnum)Declaration$/.test(type) ? nodesIn(id).flatMap(namesIn) : [];
};

/** The names that hold within a node. */
const scopeOf = (node: Node): string[] => {
  const { type, body, params, id, param, init, left, cases } = node;
  if (type === 'Program' || type === 'BlockStatement' || type === 'StaticBlock')
    return nodesIn(body).flatMap(declaredBy);
  if (type === 'SwitchStatement') return nodesIn(cases).flatMap((each) => nodesIn(each.consequent).flatMap(declaredBy));
  if (type === 'CatchClause') return nodesIn(param).flatMap(namesIn);
  if (type.startsWith('For')) return nodesIn([init, left]).flatMap(declaredBy);
  if (type === 'ClassExpression') return nodesIn(id).flatMap(namesIn);
  return /Function/.test(type) ? nodesIn([id, params].flat()).flatMap(namesIn) : [];
};

/** Whether an identifier is only a name: of a member, a key, an export or a label. */
const isOnlyName = (parent: Node | undefined, key: string): boolean => {
  if (!parent) return false;
  if (parent.type === 'MemberExpression') return key === 'property' && parent.computed !== true;
  if (withKeys.has(parent.type)) return key === 'key' && parent.computed !== true;
  return key === 'label' || key === 'exported' || parent.type === 'TSEnumMember';
};

/** Visits what a parsed file does at run time. */
export const visitProgram = (program: Parsed['program'], visits: Visits): void => {
  const enter = (node: Node, key: string, around: readonly Node[], known: ReadonlySet<string>): void => {
    const { type } = node;
    const [parent] = around;
    if (typeNodes.has(type) || nameless.has(type)) return void (type === 'MetaProperty' && visits.node(node, around));
    // What another module exports has its name there.
    if (type === 'ExportSpecifier' && parent?.source) return;
    visits.node(node, around);
    if (type === 'Identifier') {
      if (!isOnlyName(parent, key)) visits.name(node, around, known.has(String(node.name)));
      return;
    }
    const own = scopeOf(node);
    const names = own.length > 0 ? new Set([...known, ...own]) : known;
    const inner = [node, ...around];
    for (const [name, value] of Object.entries(node)) {
      if (!typeKeys.has(name)) for (const child of nodesIn(value)) enter(child, name, inner, names);
    }
  };
  enter(program as unknown as Node, '', [], new Set());
};

/** What stands around a value without changing what it is about. */
const transparent = new Set([
  'AwaitExpression',
  'ChainExpression',
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSInstantiationExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
]);

/** What a value is used in, and what lies further out. */
export const placeOf = (
  value: Node,
  around: readonly Node[],
): { inner: Node; parent: Node | undefined; rest: readonly Node[] } => {
  const at = around.findIndex(({ type }) => !transparent.has(type));
  return { inner: (at > 0 ? around[at - 1] : undefined) ?? value, parent: around[at], rest: around.slice(at + 1) };
};

/** A text as it is written: in quotes, or in backticks without anything to fill in. */
export const literalOf = (node: unknown): string | undefined => {
  const { type, value, expressions, quasis } = node as Node;
  if (type === 'Literal') return typeof value === 'string' ? value : undefined;
  if (type !== 'TemplateLiteral' || nodesIn(expressions).length > 0) return undefined;
  return nodesIn(quasis)
    .map((part) => (part.value as { cooked: string }).cooked)
    .join('');
};

/** The name of the member that an expression reads. Undefined if it is computed at run time. */
export const memberOf = ({ computed, property }: Node): string | undefined =>
  computed === true ? literalOf(property) : String((property as Node).name);

/** The name of a property or of a pattern's member. Undefined if it is computed at run time. */
export const keyOf = ({ computed, key }: Node): string | undefined =>
  computed !== true && (key as Node).type === 'Identifier' ? String((key as Node).name) : literalOf(key);
