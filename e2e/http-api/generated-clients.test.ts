import { execFile } from 'node:child_process';
import { copyFileSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { ensureGenerators } from '#e2e/support/programs/generators.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';

const source = join(import.meta.dirname, '../generators');
const compiler = join(import.meta.dirname, '../../node_modules/.bin/tsc');
const run = promisify(execFile);

const options = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'commonjs',
  moduleResolution: 'bundler',
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
  types: [],
  outDir: 'js',
  rootDir: '.',
};

const server = perFile(() => createTestApp({ 'rate-limits': 'off' }));
const place = perFile(async () => {
  const { folder: installed } = ensureGenerators();
  const folder = mkdtempSync(join(installed, 'run-'));
  return { installed, folder, close: async () => rmSync(folder, { recursive: true, force: true }) };
});

it('clients that six generators make compile strictly, and sign in, create and list', async () => {
  const { installed, folder } = place;
  const put = (name: string, content: object): void => writeFileSync(join(folder, name), JSON.stringify(content));
  const { body: document } = await send(server.address, 'GET', '/api/v1/openapi.json');
  put('openapi.json', document as object);
  for (const name of ['generate.mjs', 'use.cjs']) copyFileSync(join(source, name), join(installed, name));
  await run(process.execPath, [join(installed, 'generate.mjs'), join(folder, 'openapi.json'), folder], { cwd: folder });

  for (const file of globSync(join(source, 'uses/*.txt'))) copyFileSync(file, join(folder, basename(file, '.txt')));
  put('package.json', { type: 'commonjs' });
  put('tsconfig.json', { compilerOptions: options, include: ['.'] });
  // Not synchronously: the service in this process would close the connections that are kept.
  await run(compiler, ['-p', folder]);

  // Postman sends the examples of the document as they are.
  const { requestBody } = (document as Documented).paths['/api/v1/auth/login'].post;
  const { email, password } = requestBody.content['application/json'].example;
  const account = { email, password, name: 'Ada Lovelace', company_name: 'Harbour' };
  expect((await send(server.address, 'POST', '/api/v1/auth/signup', { body: account })).status).toBe(201);
  const { stdout } = await run(process.execPath, [join(installed, 'use.cjs'), folder, server.address, email, password]);
  const seen = JSON.parse(stdout) as Record<string, string[]>;
  const names = ['openapi-typescript', 'hey-api', 'orval', 'kubb', 'swagger-typescript-api'].map(
    (name) => `By ${name}`,
  );
  expect(Object.keys(seen)).toEqual([...names.map((name) => name.slice(3)), 'postman']);
  for (const [index, name] of names.entries()) {
    const [created, ...listed] = seen[name.slice(3)] ?? [];
    expect([created, listed.filter((one) => names.includes(one)).sort()]).toEqual([
      name,
      names.slice(0, index + 1).sort(),
    ]);
  }
  expect(seen.postman).toEqual(['Ada Lovelace', ...['Ada Lovelace', ...names].sort()]);
}, 180_000);

interface Documented {
  paths: {
    '/api/v1/auth/login': {
      post: {
        requestBody: { content: { 'application/json': { example: { email: string; password: string } } } };
      };
    };
  };
}
