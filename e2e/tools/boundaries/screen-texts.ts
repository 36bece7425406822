import { literalOf, memberOf, type Node } from './global-names.ts';

/** Attributes and properties that a screen shows, or that a screen reader speaks. */
const shown =
  /^(?:title|label|placeholder|alt|description|summary|error|hint|heading|message|figure|detail|nothingFound|empty|aria-(?:label|description|roledescription|valuetext|placeholder)|\w+(?:Label|Text|Title|Placeholder|Message))$/;

/** Names, and what people type: the same in every language. */
const sameEverywhere = /^(?:Castellan|MIT|--[\w-]+|[\w-]+(?:\.[\w-]+)+)$/;

const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text) && !sameEverywhere.test(text.trim());

/** Whether an expression can be a text that is written here, or in a constant of the file. */
const isWritten = (node: Node, constants: ReadonlyMap<string, Node>): boolean => {
  const isAnyWritten = (...values: unknown[]): boolean =>
    values.flat().some((each) => isWritten(each as Node, constants));
  const { type } = node;
  if (type === 'TemplateLiteral')
    return (node.quasis as Node[]).some(({ value }) => hasWords(String((value as { cooked: unknown }).cooked)));
  if (type === 'ConditionalExpression') return isAnyWritten(node.consequent, node.alternate);
  if (type === 'LogicalExpression') return isAnyWritten(node.left, node.right);
  if (type === 'BinaryExpression') return node.operator === '+' && isAnyWritten(node.left, node.right);
  if (/^(?:JSXExpressionContainer|ParenthesizedExpression|TS(?:As|Satisfies)Expression)$/.test(type))
    return isAnyWritten(node.expression);
  if (type === 'Identifier') {
    const constant = constants.get(String(node.name));
    return constant !== undefined && literalOf(constant) !== undefined && isAnyWritten(constant);
  }
  if (type === 'CallExpression') {
    const callee = node.callee as Node;
    const method = callee.type === 'MemberExpression' ? memberOf(callee) : undefined;
    const object = callee.object as Node;
    if (method === 'join') return object.type === 'ArrayExpression' && isAnyWritten(object.elements);
    return method === 'concat' && isAnyWritten(object, node.arguments);
  }
  const text = literalOf(node);
  return text !== undefined && hasWords(text);
};

/** Functions that show what they are given. */
const showing = /^notify\w*$/;

/** Whether a node of a screen shows a text that no other language has. */
export const isScreenText = (node: Node, around: readonly Node[], constants: ReadonlyMap<string, Node>): boolean => {
  if (node.type === 'JSXAttribute') {
    const { name, value } = node as unknown as { name: Node; value: Node | null };
    return value !== null && shown.test(String(name.name)) && isWritten(value, constants);
  }
  if (node.type === 'JSXExpressionContainer')
    return /^JSX(?:Element|Fragment)$/.test(around[0]?.type ?? '') && isWritten(node, constants);
  if (node.type === 'CallExpression')
    return (
      showing.test(String((node.callee as Node).name)) &&
      (node.arguments as Node[]).some((each) => isWritten(each, constants))
    );
  if (node.type !== 'Property' || around[0]?.type !== 'ObjectExpression' || node.computed === true) return false;
  const key = node.key as Node;
  return shown.test(String(key.name ?? key.value)) && isWritten(node.value as Node, constants);
};
