import { memberOf, type Node } from './global-names.ts';
import type { Place } from './own-names.ts';

const nodes = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : []);

/** Whether an expression, or what a block does, is the same whatever happened before. */
const isConstant = (node: Node): boolean => {
  switch (node.type) {
    case 'Literal':
    case 'BreakStatement':
    case 'ContinueStatement':
      return true;
    case 'Identifier':
      return node.name === 'undefined';
    case 'UnaryExpression':
      return (
        (node.operator === 'void' && (node.argument as Node).type === 'Identifier') || isConstant(node.argument as Node)
      );
    case 'ParenthesizedExpression':
    case 'ExpressionStatement':
      return isConstant(node.expression as Node);
    case 'ReturnStatement':
      return node.argument === null || isConstant(node.argument as Node);
    case 'ArrayExpression':
      return nodes(node.elements).length === 0;
    case 'ObjectExpression':
      return nodes(node.properties).length === 0;
    case 'BlockStatement':
      return nodes(node.body).every(isConstant);
    default:
      return false;
  }
};

/** The handler of failures of a promise, if a call attaches one. */
const failureHandler = (call: Node, constants: Place['constants']): Node | undefined => {
  const callee = call.callee as Node;
  const member = callee.type === 'MemberExpression' ? memberOf(callee) : undefined;
  const handler = nodes(call.arguments)[member === 'catch' ? 0 : member === 'then' ? 1 : Number.NaN];
  return handler?.type === 'Identifier' ? constants.get(String(handler.name)) : handler;
};

/** Whether a failure is ignored without a comment: by a `catch`, or by a handler, that does nothing with it. */
export const isSwallowed = (node: Node, { around, constants, isExplained }: Place): boolean => {
  if (node.type === 'CatchClause') return isConstant(node.body as Node) && !isExplained(node.start, node.end);
  if (node.type !== 'CallExpression') return false;
  const handler = failureHandler(node, constants);
  if (!handler || !/Function/.test(handler.type) || !isConstant(handler.body as Node)) return false;
  const statement = around.find(({ type }) => /Statement$|Declaration$/.test(type)) ?? node;
  const { start } = (node.callee as Node).property as Node;
  return !isExplained(start, node.end) && !isExplained(statement.start, statement.start);
};
