import { childrenOf, isFunction, isNode, type Node } from './syntax.ts';

/** A replacement of a node's text, or of a part of it. */
export interface Change {
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

type Operator = (node: Node, text: string, ancestors: readonly Node[]) => Change[];

const whole = ({ start, end }: Node, operator: string, replacement: string): Change => ({
  operator,
  start,
  end,
  replacement,
});

const sourceOf = (text: string, node: unknown): string => (isNode(node) ? text.slice(node.start, node.end) : '');

/** `if`, `?:`, and the conditions of loops. */
const conditions: Operator = ({ type, test }, text) => {
  if (!isNode(test) || !['IfStatement', 'ConditionalExpression', 'WhileStatement', 'ForStatement'].includes(type))
    return [];
  // Another operator makes the same change.
  const isCovered = ['===', '!==', '!'].includes(String(test.operator));
  const negated = isCovered ? [] : [whole(test, 'negate-condition', `!(${sourceOf(text, test)})`)];
  // A loop whose condition is always true would only hang.
  return type === 'IfStatement' || type === 'ConditionalExpression'
    ? [...negated, whole(test, 'condition-true', 'true'), whole(test, 'condition-false', 'false')]
    : negated;
};

const swaps: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
};

const binary: Operator = (node, text) => {
  const { type, left, right, operator } = node;
  if ((type !== 'BinaryExpression' && type !== 'LogicalExpression') || !isNode(left) || !isNode(right)) return [];
  const a = sourceOf(text, left);
  const b = sourceOf(text, right);
  if (operator === '??') return [whole(node, 'drop-default', `(${a})`)];
  const swapped = swaps[String(operator)];
  if (swapped === undefined) return [];
  const changes = [whole(node, 'swap-operator', `(${a} ${swapped} ${b})`)];
  if (operator === '&&' || operator === '||')
    changes.push(whole(node, 'drop-right-operand', `(${a})`), whole(node, 'drop-left-operand', `(${b})`));
  return changes;
};

const not: Operator = (node, text) =>
  node.type === 'UnaryExpression' && node.operator === '!'
    ? [whole(node, 'drop-not', `(${sourceOf(text, node.argument)})`)]
    : [];

const numbers: Operator = (node) => {
  if (node.type !== 'Literal' || typeof node.value !== 'number') return [];
  return [
    whole(node, 'number-plus-one', String(node.value + 1)),
    whole(node, 'number-minus-one', `(${node.value - 1})`),
  ];
};

const booleans: Operator = (node) =>
  node.type === 'Literal' && typeof node.value === 'boolean' ? [whole(node, 'flip-boolean', String(!node.value))] : [];

/** Calls that narrow, order or complete what the call before them gives: on a query, a list, a schema or a promise. */
const narrowing = new Set([
  ...['where', 'whereRef', 'having', 'orderBy', 'limit', 'offset', 'distinct'],
  ...['filter', 'slice', 'sort', 'toSorted'],
  ...['refine', 'default'],
  ...['catch', 'finally'],
]);
const methodSwaps: Readonly<Record<string, string>> = { some: 'every', every: 'some', min: 'max', max: 'min' };

const calls: Operator = (node, text) => {
  const { callee } = node;
  if (node.type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return [];
  const { object, property } = callee;
  if (!isNode(object) || !isNode(property) || property.type !== 'Identifier') return [];
  const name = String(property.name);
  if (narrowing.has(name)) {
    // Its line is that of the dot.
    const start = object.end + text.slice(object.end).search(/\S/);
    return [{ operator: `drop-${name.toLowerCase()}`, start, end: node.end, replacement: '' }];
  }
  const swapped = methodSwaps[name];
  if (swapped !== undefined) return [whole(property, 'swap-method', swapped)];
  const [argument] = childrenOf(node).filter((child) => child.start >= callee.end);
  if (name === 'abs' || name === 'trim' || name === 'toLowerCase')
    return [
      whole(node, `drop-${name.toLowerCase()}`, name === 'abs' ? sourceOf(text, argument) : sourceOf(text, object)),
    ];
  return [];
};

const effects = new Set(['CallExpression', 'AwaitExpression', 'AssignmentExpression', 'UpdateExpression']);

/** A call that no one waits for: `void f()`. */
const isUnawaited = ({ type, operator }: Node): boolean => type === 'UnaryExpression' && operator === 'void';

/** Statements that are there for their effect: calls, awaited calls, assignments, `throw`, and bare returns. */
const statements: Operator = (node) => {
  const { type, expression } = node;
  if (type === 'ThrowStatement') return [whole(node, 'drop-throw', ';')];
  if (type !== 'ExpressionStatement' || !isNode(expression)) return [];
  if (!effects.has(expression.type) && !isUnawaited(expression)) return [];
  if (expression.type !== 'AwaitExpression') return [whole(node, 'drop-statement', ';')];
  return [whole(node, 'drop-awaited-statement', ';')];
};

/** A forgotten `await`, where the compiler accepts that: in a statement of its own, or in a `return`. */
const awaits: Operator = (node, text, [parent]) =>
  node.type === 'AwaitExpression' && ['ExpressionStatement', 'ReturnStatement'].includes(parent?.type ?? '')
    ? [whole(node, 'drop-await', sourceOf(text, node.argument))]
    : [];

/** A list that lacks an entry, and an object that lacks what is spread into it: what is invalidated, sent or ended. */
const entries: Operator = ({ type, elements, properties }, text) => {
  const isList = type === 'ArrayExpression';
  const all = isList ? elements : type === 'ObjectExpression' ? properties : [];
  return (Array.isArray(all) ? all : [])
    .filter((entry) => isNode(entry) && (isList || entry.type === 'SpreadElement'))
    .map(({ start, end }: Node) => {
      const [comma = ''] = /^\s*,/.exec(text.slice(end)) ?? [];
      const operator = isList ? 'drop-element' : 'drop-spread';
      return { operator, start, end: end + comma.length, replacement: '' };
    });
};

const isHandler = (name: unknown): boolean => isNode(name) && /^on[A-Z]/.test(String(name.name));

/** A handler that does nothing, and a control that is never disabled. */
const controls: Operator = (node) => {
  const { type, key, name, value } = node;
  if (type === 'JSXAttribute' && isNode(name) && (isHandler(name) || name.name === 'disabled'))
    return [whole(node, isHandler(name) ? 'drop-handler' : 'drop-disabled', '')];
  return type === 'Property' && isHandler(key) && isNode(value) && isFunction(value)
    ? [whole(value, 'drop-handler', '() => undefined')]
    : [];
};

/** Whether a function returns a value; those inside of it don't count. */
const returnsValue = (node: Node): boolean =>
  node.type === 'ReturnStatement'
    ? isNode(node.argument)
    : childrenOf(node).some((child) => !isFunction(child) && returnsValue(child));

/** A function without a result that returns at once. */
const bodies: Operator = (node) => {
  if (!isFunction(node) || !isNode(node.body) || node.body.type !== 'BlockStatement') return [];
  if (childrenOf(node.body).length === 0 || returnsValue(node.body)) return [];
  return [{ operator: 'return-early', start: node.body.start + 1, end: node.body.start + 1, replacement: ' return;' }];
};

/** Every operator but the swap of constants, which needs to know the other constants of the file. */
export const operators: readonly Operator[] = [
  ...[conditions, binary, not, numbers, booleans, calls],
  ...[statements, awaits, entries, controls, bodies],
];
