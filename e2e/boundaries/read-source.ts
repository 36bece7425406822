import { Visitor } from 'vite';
import { ambientUses, type Use } from './find-ambient.ts';
import { parse } from './parse.ts';

/** One import, re-export, dynamic import or type import of a file. */
export interface Import {
  readonly specifier: string;
  /** The imported names; `*` stands for the whole module. Empty for an import that only runs the module. */
  readonly names: readonly string[];
  /** Whether only types are imported, so that nothing of it is left at run time. */
  readonly isType: boolean;
}

/** What a file imports, exports and takes. */
export interface Source {
  readonly imports: readonly Import[];
  /** The names of exported values; types aren't listed. */
  readonly exports: readonly string[];
  /** What it takes from its surroundings. */
  readonly uses: readonly Use[];
}

const everything = '*';

/** Reads a TypeScript or JavaScript file. @throws Error if it doesn't parse */
export const readSource = (path: string, text: string): Source => {
  const parsed = parse(path, text);
  const { module, program } = parsed;
  const imports: Import[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    imports.push({
      specifier: moduleRequest.value,
      names: entries.map(({ importName: { kind, name } }) => (kind === 'Default' ? 'default' : (name ?? everything))),
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    });
  }
  const exports: string[] = [];
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, importName, exportName, isType } of entries) {
      if (moduleRequest)
        imports.push({ specifier: moduleRequest.value, names: [importName.name ?? everything], isType });
      if (isType) continue;
      if (exportName.kind === 'Default') exports.push('default');
      else if (exportName.name !== null) exports.push(exportName.name);
    }
  }
  // The parser lists the imports above; the others have to be looked for, which takes longer.
  if (/\bimport\s*[(/]/.test(text)) {
    const add = (specifier: unknown, isType: boolean): void => {
      if (typeof specifier === 'string') imports.push({ specifier, names: [everything], isType });
    };
    new Visitor({
      ImportExpression: ({ source }) => add('value' in source ? source.value : undefined, false),
      TSImportType: ({ source }) => add(source.value, true),
    }).visit(program);
  }
  return { imports, exports, uses: ambientUses(path, text, parsed) };
};
