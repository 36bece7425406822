import { literalOf, type Node } from './global-names.ts';

/** Attributes and properties that a screen shows, or that a screen reader speaks. */
const shown =
  /^(?:title|label|placeholder|alt|description|summary|error|hint|heading|message|figure|detail|nothingFound|empty|aria-(?:label|description|roledescription|valuetext|placeholder)|\w+(?:Label|Text|Title|Placeholder|Message))$/;

/** Names, and what people type: the same in every language. */
const sameEverywhere = /^(?:Castellan|MIT|--[\w-]+|[\w-]+(?:\.[\w-]+)+)$/;

const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text) && !sameEverywhere.test(text.trim());

/** Whether an expression can be a text that is written here. */
const isWritten = (node: Node): boolean => {
  const { type } = node;
  if (type === 'TemplateLiteral')
    return (node.quasis as Node[]).some(({ value }) => hasWords(String((value as { cooked: unknown }).cooked)));
  if (type === 'ConditionalExpression')
    return [node.consequent, node.alternate].some((each) => isWritten(each as Node));
  if (type === 'LogicalExpression') return [node.left, node.right].some((each) => isWritten(each as Node));
  if (type === 'BinaryExpression')
    return node.operator === '+' && [node.left, node.right].some((each) => isWritten(each as Node));
  if (type === 'JSXExpressionContainer' || type === 'ParenthesizedExpression')
    return isWritten(node.expression as Node);
  const text = literalOf(node);
  return text !== undefined && hasWords(text);
};

/** Whether a node of a screen shows a text that no other language has. */
export const isScreenText = (node: Node, around: readonly Node[]): boolean => {
  if (node.type === 'JSXAttribute') {
    const { name, value } = node as unknown as { name: Node; value: Node | null };
    return value !== null && shown.test(String(name.name)) && isWritten(value);
  }
  if (node.type === 'JSXExpressionContainer')
    return /^JSX(?:Element|Fragment)$/.test(around[0]?.type ?? '') && isWritten(node);
  if (node.type !== 'Property' || around[0]?.type !== 'ObjectExpression' || node.computed === true) return false;
  const key = node.key as Node;
  return shown.test(String(key.name ?? key.value)) && isWritten(node.value as Node);
};
