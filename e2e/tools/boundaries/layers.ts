import type { Layer } from './layer.ts';
import { mainLayers } from './main-layers.ts';
import { rendererLayers } from './renderer-layers.ts';

const tool: Layer = {
  imports: ['main', 'renderer', 'shared', 'e2e', 'electron.vite.config.ts', 'playwright.config.ts', 'vitest.config.ts'],
  packages: 'any',
  node: true,
};

/**
 * The layers and what each may import: the only place that says so. A file belongs to the row whose path is the longest;
 * `*` stands for one feature, and each feature is a layer of its own. What no row allows is forbidden.
 */
export const layers: Readonly<Record<string, Layer>> = {
  ...mainLayers,
  preload: { imports: [], types: ['shared'], packages: ['electron'] },
  ...rendererLayers,

  // Each stands on those after it.
  'shared/contract': {
    imports: ['shared/texts', 'shared/flows', 'shared/rules', 'shared/text-input'],
    packages: ['zod'],
  },
  'shared/texts': { imports: ['shared/flows', 'shared/rules', 'shared/text-input'], packages: ['zod'] },
  'shared/flows': { imports: ['shared/rules', 'shared/text-input'], packages: ['@date-fns/tz', 'zod'] },
  'shared/rules': { imports: ['shared/text-input'], packages: ['zod'] },
  'shared/text-input': { imports: [], packages: ['@sindresorhus/transliterate', 'zod'] },
  'shared/types': { imports: [] },
  'shared/contract/app-router.ts': { imports: ['shared'], typePackages: ['@trpc/server'] },

  // Knows nothing but the seeds: a mistake in the contract must not hide there.
  'e2e/conformance': { imports: [], node: true },
  // The same for a mistake in `main/provider`.
  'e2e/faults/provider': { imports: [], node: true },
  'e2e/support/hetzner': { imports: [], node: true },
  e2e: tool,
  'electron.vite.config.ts': tool,
  'playwright.config.ts': tool,
  'vitest.config.ts': tool,
  'vitest.postgres.config.ts': tool,
};

/** What tests beside the code may import: their own side, and the fixtures. */
export const testLayers: Readonly<Record<string, Layer>> = {
  main: { imports: ['main', 'shared', 'e2e', 'package.json'], packages: 'any', node: true },
  renderer: { imports: ['renderer', 'shared', 'e2e'], packages: 'any', node: true },
  shared: { imports: ['shared', 'e2e'], packages: 'any', node: true },
  preload: { imports: ['preload', 'shared', 'e2e'], packages: 'any', node: true },
  e2e: tool,
};
