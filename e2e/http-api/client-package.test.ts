import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { buildClient } from '#e2e/tools/client/build.ts';

const run = promisify(execFile);
const tools = join(import.meta.dirname, '../tools/client');
const modules = join(import.meta.dirname, '../../node_modules');
const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: 'es2023',
  module: 'nodenext',
  types: ['node'],
  typeRoots: [join(modules, '@types')],
};

const server = perFile(() => spawnInstance({ environment: { CASTELLAN_RATE_LIMITS: 'off' } }));
const folder = perFile(() => temporaryFolder('castellan-client-'));
const at = (name: string): string => join(folder.path, name);
const session = (): string => at('own/session.json');

const installed = (): string => at('node_modules/@castellan/client');

/** A folder with nothing but the package, which was installed without a network. */
beforeAll(async () => {
  const tarball = await buildClient(at('build'));
  writeFileSync(at('package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder.path });
  writeFileSync(at('tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  copyFileSync(join(tools, 'program.ts.txt'), at('program.ts'));
  copyFileSync(join(tools, 'refreshing.mjs.txt'), at('refreshing.mjs'));
  await run(join(modules, '.bin/tsc'), ['-p', folder.path]).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout);
  });
});

it('signs in, pages, retries, verifies and follows events, in a strictly typed program', async () => {
  const { stdout } = await run(process.execPath, [at('program.js'), server.address, session()]);
  expect(JSON.parse(stdout)).toEqual({
    verified: [false, true],
    user: ['ada@example.com', true],
    replayed: [1, 'true'],
    names: ['Billing', 'Design', 'Edge', 'Fleet', 'Grid'],
    slugTaken: ['SLUG_TAKEN', 409, true, 'req_'],
    invalid: expect.stringMatching(/^name: /),
    unknown: 'undefined',
    byPath: 'NOT_FOUND',
    webhook: ['event_destination.created', true],
    events: [expect.any(String), true],
    key: ['Ada', 5],
    lacking: 'team.read',
  });
  expect(statSync(session()).mode & 0o777).toBe(0o600);
  expect(statSync(at('own')).mode & 0o777).toBe(0o700);
});

it('needs Node only for the store that keeps a session in a file, and runs nothing when it is installed', () => {
  const needing = readdirSync(join(installed(), 'dist')).filter(
    (name) => name.endsWith('.js') && readFileSync(join(installed(), 'dist', name), 'utf8').includes("'node:"),
  );
  expect(needing).toEqual(['file-lock.js', 'file-store.js', 'private-file.js']);
  const { scripts, dependencies } = JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8'));
  expect([scripts, Object.keys(dependencies)]).toEqual([undefined, ['openapi-fetch']]);
});

it('shares one session between ten processes that all refresh it', async () => {
  const args = [at('refreshing.mjs'), server.address, session(), '3'];
  const ended = await Promise.all(Array.from({ length: 10 }, () => run(process.execPath, args)));
  expect(ended.map(({ stdout }) => stdout)).toEqual(Array(10).fill('ada@example.com'));
  const { access_token } = JSON.parse(readFileSync(session(), 'utf8')).session;
  expect((await send(server.address, 'GET', '/api/v1/users/me', { token: access_token })).status).toBe(200);
});
