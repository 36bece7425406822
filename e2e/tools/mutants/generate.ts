import { applyMutant, type Mutant } from './mutant.ts';
import { operators } from './operators.ts';
import { childrenOf, isNode, type Node, parse, parses, walk } from './syntax.ts';

/** Calls whose arguments are for people: a change of a log line or of a description isn't a change of behavior. */
const forPeople = /^(log|logger|context\.log|app\.log)\.\w+$|\.(meta|describe)$|Error$/;

const isForPeople = (node: Node, text: string): boolean =>
  (node.type === 'CallExpression' || node.type === 'NewExpression') &&
  isNode(node.callee) &&
  forPeople.test(text.slice(node.callee.start, node.callee.end)) &&
  !text.slice(node.callee.start, node.callee.end).endsWith('AppError');

/** A constant that stands for a case, such as `'owner'`, not a text. */
const isConstant = ({ type, value }: Node): boolean =>
  type === 'Literal' && typeof value === 'string' && /^[A-Za-z][\w-]*$/.test(value);

/** Whether a literal is a key, the path of an import, or an index. */
const isName = (node: Node, parent: Node | undefined): boolean =>
  parent !== undefined &&
  ((parent.type === 'Property' && parent.key === node) ||
    (parent.type === 'MemberExpression' && parent.property === node && typeof node.value === 'string') ||
    parent.source === node);

/** Whether a literal is the value of an attribute, such as `size="sm"`: pictures show whether that is right. */
const isLook = ({ type }: Node, [parent, grandparent]: readonly Node[]): boolean =>
  type === 'Literal' &&
  (parent?.type === 'JSXAttribute' ||
    (parent?.type === 'JSXExpressionContainer' && grandparent?.type === 'JSXAttribute'));

/** Calls that name tables and columns: another name there is no longer a query. */
const namesColumns =
  /^(select|selectFrom|selectAll|updateTable|insertInto|deleteFrom|innerJoin|leftJoin|onRef|as|ref|groupBy|orderBy|where|whereRef|column|columns|returning|count|max|min|sum)$/;

const isColumn = (node: Node, [parent, grandparent]: readonly Node[]): boolean => {
  // Columns may stand in a list: `.select(['id', 'name'])`.
  const call = parent?.type === 'ArrayExpression' ? grandparent : parent;
  if (call?.type !== 'CallExpression' || !isNode(call.callee) || !isNode(call.callee.property)) return false;
  const method = String(call.callee.property.name);
  // The value that a column is compared with is a constant like any other.
  return (
    namesColumns.test(method) && !(method === 'where' && Array.isArray(call.arguments) && call.arguments[2] === node)
  );
};

/** Whether a list names columns: with one less there is less to read, which the compiler says. */
const isColumnList = (node: Node, ancestors: readonly Node[]): boolean =>
  node.type === 'ArrayExpression' && childrenOf(node).some((entry) => isColumn(entry, [node, ...ancestors]));

/** Every mutant of a file, also those that don't parse. @param file a path from the repository's root */
export const generateMutants = (file: string, text: string): Mutant[] => {
  const program = parse(file, text);
  const found: Mutant[] = [];
  const constants: Node[] = [];
  walk(program, (node, ancestors) => {
    if (isForPeople(node, text)) return false;
    if (node.type === 'ExpressionStatement' && isNode(node.expression) && isForPeople(node.expression, text))
      return false;
    const [parent] = ancestors;
    if (isName(node, parent) || isLook(node, ancestors) || isColumnList(node, ancestors)) return true;
    if (isConstant(node) && !isColumn(node, ancestors)) constants.push(node);
    for (const operator of operators)
      for (const change of operator(node, text, ancestors)) found.push({ file, ...change });
    return true;
  });
  for (const [index, { start, end, value }] of constants.entries()) {
    const other = [...constants.slice(index + 1), ...constants].find((constant) => constant.value !== value);
    if (other) found.push({ file, start, end, replacement: `'${String(other.value)}'`, operator: 'swap-constant' });
  }
  return found.sort((a, b) => a.start - b.start || a.operator.localeCompare(b.operator));
};

/** Whether a file is valid with a mutant in it. */
export const isValid = (mutant: Mutant, text: string): boolean => parses(mutant.file, applyMutant(text, mutant));
