import type { Edge, Sources } from './module-graph.ts';

/** Files whose exports are used without an import. */
const usedWithoutImport = [
  // Each is named in a configuration, or to the tool that reads it.
  'e2e/desktop/playwright.config.ts',
  'e2e/pictures/playwright.config.ts',
  'e2e/support/screens/dom-environment.ts',
  'e2e/tools/after-pack.ts',
  'e2e/tools/counts-reporter.ts',
  'e2e/tools/current-build.ts',
  'e2e/tools/postgres-for-tests.ts',
  'vitest.config.ts',
  'vitest.postgres.config.ts',
  // They take the place of a package and of another file.
  'e2e/support/electron.ts',
  'e2e/tools/mutants/commands-here.ts',
  // Piscina loads them by their URLs.
  'main/security/audit-worker.ts',
  'main/security/password-worker.ts',
];

/** Exported values that no other file imports, each as `file: name`. Tests count as users. */
export const findUnusedExports = (sources: Sources, edges: readonly Edge[]): string[] => {
  const used = new Map<string, Set<string>>();
  for (const { to, names } of edges) {
    if (to === undefined) continue;
    const known = used.get(to) ?? new Set();
    for (const name of names) known.add(name);
    used.set(to, known);
  }
  return [...sources].flatMap(([path, { exports }]) => {
    const known = used.get(path);
    if (usedWithoutImport.includes(path) || known?.has('*')) return [];
    return exports.filter((name) => !known?.has(name)).map((name) => `${path}: ${name}`);
  });
};
