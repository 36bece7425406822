import type { Node } from './global-names.ts';
import type { Parsed } from './parse.ts';

/** Where a node is. */
export interface Place {
  readonly around: readonly Node[];
  /** What the file itself calls a constant or a function at its top level. */
  readonly constants: ReadonlyMap<string, Node>;
  /** What it calls an export of a module. */
  readonly imported: (module: string, name: string) => readonly string[];
  /** Whether a comment stands on the lines between two offsets, or on the line before. */
  readonly isExplained: (start: number, end: number) => boolean;
}

/** The constants and functions at the top level of a file: what each name stands for. */
export const constantsOf = ({ program }: Parsed): ReadonlyMap<string, Node> => {
  const found = new Map<string, Node>();
  for (const statement of program.body as unknown as readonly Node[]) {
    const { type, kind, declarations, id, ...declared } = (
      /^Export/.test(statement.type) ? (statement.declaration ?? statement) : statement
    ) as Node;
    if (type === 'FunctionDeclaration') found.set(String((id as Node).name), { type, ...declared });
    if (type !== 'VariableDeclaration' || kind !== 'const') continue;
    for (const { id: name, init } of declarations as Node[])
      if (init && (name as Node).type === 'Identifier') found.set(String((name as Node).name), init as Node);
  }
  return found;
};

/** What a file calls an export of a module that it imports: none, or one name for each import of it. */
export const importedNames =
  ({ module }: Parsed) =>
  (specifier: string, exported: string): readonly string[] =>
    module.staticImports
      .filter(({ moduleRequest }) => moduleRequest.value === specifier)
      .flatMap(({ entries }) => entries.filter(({ importName: { name } }) => name === exported))
      .map(({ localName }) => localName.value);
