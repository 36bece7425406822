import { Visitor } from 'vite';
import { contract } from '#shared/contract/index.ts';
import type { Node } from './global-names.ts';
import { parse } from './parse.ts';

const operationNames: ReadonlyMap<unknown, ReadonlySet<unknown>> = new Map(
  Object.entries(contract).map(([feature, operations]) => [feature, new Set(Object.keys(operations))]),
);

/** The last name of a path: `team` of `team` and of `contract.team`. */
const lastName = (node: Node): unknown => (node.type === 'MemberExpression' ? (node.property as Node).name : node.name);

/** The operations that a file takes from the contract by name, as in `team.changeRole`. What goes over all of them names none. */
export const operationsNamedIn = (path: string, text: string): string[] => {
  const named: string[] = [];
  const take = (feature: unknown, name: unknown): void => {
    if (operationNames.get(feature)?.has(name)) named.push(String(name));
  };
  new Visitor({
    MemberExpression: (node) => {
      const { object, property, computed } = node as unknown as { object: Node; property: Node; computed: boolean };
      if (!computed) take(lastName(object), property.name);
    },
    VariableDeclarator: (node) => {
      const { id, init } = node as unknown as { id: Node; init: Node | null };
      if (id.type !== 'ObjectPattern' || !init) return;
      for (const part of id.properties as Node[])
        if (part.type === 'Property') take(lastName(init), (part.key as Node).name);
    },
  }).visit(parse(path, text).program);
  return named;
};
