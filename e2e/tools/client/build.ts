import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { ensureGenerators } from '#e2e/support/programs/generators.ts';
import { version } from '#main/platform/version.ts';
import { openApiDocument } from '#main/transport/http/openapi.ts';
import { endpointsSource, errorsSource, packagedSource } from './sources.ts';

const root = join(import.meta.dirname, '../../..');
const at = (path: string): string => join(root, path);
const run = promisify(execFile);

/** What the package contains besides `main/client`. */
const beside = ['main/platform/private-file.ts', 'shared/contract/http-names.ts'];
/** Packed with it, so that it is installed without anything else. */
const bundled = ['openapi-fetch', 'openapi-typescript-helpers'];

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'nodenext',
  types: ['node'],
  typeRoots: [at('node_modules/@types')],
  declaration: true,
  skipLibCheck: true,
  rootDir: 'src',
  outDir: 'dist',
};

const manifest = {
  name: '@castellan/client',
  version,
  description: 'A client of the Castellan API',
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20.3' },
  exports: {
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './file-store': { types: './dist/file-store.d.ts', default: './dist/file-store.js' },
  },
  files: ['dist'],
  dependencies: { 'openapi-fetch': '0.17.0' },
  bundleDependencies: ['openapi-fetch'],
};

/** Examples are half of the types, and the reference shows them. */
const withoutExamples = (key: string, value: unknown): unknown => (/^examples?$/.test(key) ? undefined : value);

/** Builds `@castellan/client` in a folder, and packs it (DECISION 0318). @returns the tarball */
export const buildClient = async (folder: string): Promise<string> => {
  rmSync(folder, { recursive: true, force: true });
  const source = join(folder, 'src');
  mkdirSync(source, { recursive: true });
  const put = (name: string, content: string): void => writeFileSync(join(folder, name), content);
  const sources = readdirSync(at('main/client')).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  for (const path of [...sources.map((name) => `main/client/${name}`), ...beside]) {
    put(`src/${basename(path)}`, packagedSource(at(path)));
  }
  put('src/endpoints.ts', endpointsSource());
  put('src/error-classes.ts', errorsSource());
  copyFileSync(join(import.meta.dirname, 'index.ts.txt'), join(source, 'index.ts'));
  put('openapi.json', JSON.stringify(openApiDocument(), withoutExamples));
  const generator = join(ensureGenerators().folder, 'types.mjs');
  copyFileSync(at('e2e/generators/types.mjs'), generator);
  await run(process.execPath, [generator, join(folder, 'openapi.json'), join(source, 'schema.ts')]);

  put('package.json', JSON.stringify(manifest, null, 2));
  put('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
  copyFileSync(at('LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(import.meta.dirname, 'package-readme.md'), join(folder, 'README.md'));
  for (const name of bundled) {
    cpSync(at(`node_modules/${name}`), join(folder, 'node_modules', name), { recursive: true });
  }
  await run(at('node_modules/.bin/tsc'), ['-p', folder]).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout);
  });
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts'], { cwd: folder });
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>);
  return join(folder, packed?.filename ?? '');
};
