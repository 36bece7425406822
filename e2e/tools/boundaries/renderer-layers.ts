import type { Layer } from './layer.ts';

/** What every screen is made of. */
const screenPackages = [
  '@date-fns/tz',
  '@mantine',
  '@tabler/icons-react',
  '@tanstack',
  'date-fns',
  'react',
  'react-i18next',
  'zod',
];

/** Files that put the console together. */
const consoleRoot: Layer = {
  imports: ['renderer', 'shared'],
  packages: [...screenPackages, '@fontsource-variable', '@trpc', 'react-dom'],
};

/** The console. */
export const rendererLayers: Readonly<Record<string, Layer>> = {
  'renderer/main.tsx': consoleRoot,
  'renderer/app.tsx': consoleRoot,
  'renderer/console.tsx': consoleRoot,
  'renderer/routes.tsx': consoleRoot,
  'renderer/shell-route.tsx': consoleRoot,
  'renderer/console-tasks.ts': consoleRoot,
  'renderer/public-routes.ts': consoleRoot,
  'renderer/application-routes.ts': consoleRoot,
  'renderer/manage-application-routes.ts': consoleRoot,
  'renderer/required-routes.ts': consoleRoot,
  'renderer/home.ts': consoleRoot,
  'renderer/root-route.ts': consoleRoot,
  'renderer/theme.ts': { imports: [], types: ['renderer/languages'], packages: ['@mantine/core'] },
  'renderer/types': { imports: [] },
  'renderer/zod-config.ts': { imports: [], packages: ['zod'] },
  'renderer/paths.ts': { imports: ['shared'] },
  'renderer/search-params.ts': { imports: ['shared'], packages: ['zod'] },
  // What loads everything else.
  'renderer/parts': { imports: ['shared'] },
  'renderer/api': {
    imports: ['renderer/parts', 'shared'],
    packages: ['@noble/hashes', '@simplewebauthn/browser', '@tanstack/react-query', '@trpc', 'react'],
  },
  'renderer/languages': {
    imports: ['renderer/parts', 'shared'],
    packages: ['i18next', 'react', 'react-i18next', 'zod'],
  },
  'renderer/components': {
    imports: [
      'renderer/api/last-change.ts',
      'renderer/api/link-reach.ts',
      'renderer/api/loaded.ts',
      'renderer/api/problem.ts',
      'renderer/languages',
      'renderer/parts',
      'renderer/paths.ts',
      'shared',
    ],
    packages: [...screenPackages, 'qrcode.react'],
  },
  'renderer/features/shell': {
    imports: [
      'renderer/api',
      'renderer/components',
      'renderer/languages',
      'renderer/parts',
      'renderer/paths.ts',
      'renderer/search-params.ts',
      'shared',
    ],
    packages: [...screenPackages, 'fuse.js'],
  },
  'renderer/features/*': {
    imports: [
      'renderer/api',
      'renderer/components',
      'renderer/languages',
      'renderer/parts',
      'renderer/paths.ts',
      'renderer/search-params.ts',
      'shared',
    ],
    packages: [...screenPackages, 'papaparse'],
  },
};
