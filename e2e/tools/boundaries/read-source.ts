import { Visitor } from 'vite';
import { ambientUses, type Use } from './find-ambient.ts';
import { everything, wholeImports } from './imported-names.ts';
import { parse } from './parse.ts';

/** One import, re-export, dynamic import or type import of a file. */
export interface Import {
  readonly specifier: string;
  /**
   * The imported names, of a whole module those of the members that are read; `*` if it is passed on. Empty for an import of
   * types by `import()`, and for one that only runs the module.
   */
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

/** Reads a TypeScript or JavaScript file. @throws Error if it doesn't parse */
export const readSource = (path: string, text: string): Source => {
  const parsed = parse(path, text);
  const { module, program } = parsed;
  const imports: Import[] = [];
  const namespaces = module.staticImports.flatMap(({ entries }) =>
    entries.flatMap(({ importName, localName }) => (importName.kind === 'NamespaceObject' ? [localName.value] : [])),
  );
  // Finding what is taken of a whole module means to visit everything, which takes long.
  const whole = namespaces.length > 0 || /\bimport\s*[(/]/.test(text) ? wholeImports(parsed, namespaces) : undefined;
  for (const { moduleRequest, entries } of module.staticImports) {
    imports.push({
      specifier: moduleRequest.value,
      names: entries.flatMap(({ importName: { kind, name }, localName }) => {
        if (kind === 'NamespaceObject') return whole?.namespaces.get(localName.value) ?? [];
        return kind === 'Default' ? 'default' : (name ?? everything);
      }),
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
  for (const { specifier, names } of whole?.dynamic ?? []) imports.push({ specifier, names, isType: false });
  if (whole) {
    new Visitor({
      TSImportType: ({ source }) => void imports.push({ specifier: source.value, names: [], isType: true }),
    }).visit(program);
  }
  return { imports, exports, uses: ambientUses(path, text, parsed) };
};
