import { Visitor } from 'vite';
import { literalOf, memberOf, type Node, placeOf, visitProgram } from './global-names.ts';
import type { Parsed } from './parse.ts';

/** Stands for all exports of a module. */
export const everything = '*';

const isProperty = (node: Node): boolean => node.type === 'Property' && node.computed !== true;

/** The names that a pattern takes out of a module. */
const takenBy = (pattern: Node): string[] => {
  if (pattern.type !== 'ObjectPattern') return [everything];
  return (pattern.properties as Node[]).map((property) =>
    isProperty(property) ? String((property.key as Node).name) : everything,
  );
};

/** The names that are read from a value: those of a member, or what a declaration or a callback takes. */
const namesTaken = (value: Node, around: readonly Node[]): string[] => {
  const { inner, parent, rest } = placeOf(value, around);
  if (parent?.type === 'VariableDeclarator') return takenBy(parent.id as Node);
  if (parent?.type === 'ArrowFunctionExpression') {
    // lazyRouteComponent(() => import('./page.tsx'), 'Page')
    const [loader, name] = (rest[0]?.type === 'CallExpression' ? rest[0].arguments : []) as Node[];
    return [(loader === parent && name && literalOf(name)) || everything];
  }
  if (parent?.type !== 'MemberExpression' || parent.object !== inner) return [everything];
  const member = memberOf(parent);
  const [call, ...outside] = rest;
  if (member === 'catch' && call) return namesTaken(call, outside);
  if (member !== 'then') return [member ?? everything];
  const [callback] = (call?.arguments ?? []) as Node[];
  const [given] = (callback?.params ?? []) as Node[];
  return given ? takenBy(given) : [everything];
};

/** What a file takes of the modules that it imports whole. */
export interface WholeImports {
  /** By the local name of an `import * as`: the names of its members that are read. */
  readonly namespaces: ReadonlyMap<string, readonly string[]>;
  /** Each `import()` of a literal, with the names that are taken of it. */
  readonly dynamic: readonly { readonly specifier: string; readonly names: readonly string[] }[];
}

/** Resolves imports of whole modules by their members. A module that is passed on counts as taken whole. */
export const wholeImports = ({ program }: Parsed, locals: readonly string[]): WholeImports => {
  const namespaces = new Map<string, string[]>(locals.map((local) => [local, []]));
  const dynamic: { specifier: string; names: string[] }[] = [];
  visitProgram(program, {
    name: (node, around) => namespaces.get(String(node.name))?.push(...namesTaken(node, around)),
    node: (node, around) => {
      if (node.type === 'ImportExpression') {
        const specifier = literalOf(node.source as Node);
        if (specifier !== undefined) dynamic.push({ specifier, names: namesTaken(node, around) });
      } else if (node.type === 'JSXMemberExpression') {
        const { object, property } = node as unknown as { object: Node; property: Node };
        namespaces.get(String(object.name))?.push(String(property.name));
      }
    },
  });
  // `typeof namespace.member`, in a type.
  new Visitor({
    TSQualifiedName: ({ left, right }) => {
      if (left.type === 'Identifier') namespaces.get(left.name)?.push(right.name);
    },
  }).visit(program);
  return { namespaces, dynamic };
};
