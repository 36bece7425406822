import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { spawnInstance } from '#e2e/support/test-app.ts';
import { knownVariables, settings } from '#main/config/settings.ts';
import { nodeProblem } from '#main/platform/node-version.mjs';

const root = join(import.meta.dirname, '../..');
const read = (name: string): Promise<string> => readFile(join(root, 'deploy', name), 'utf8');

const server = perTest(() => spawnInstance());

/** The exit code of the health check of deploy/Dockerfile, for a service on this port. */
const healthCheck = async (port: number): Promise<number> => {
  const command = /^HEALTHCHECK .*\\\n\s+CMD (\[.*\])$/m.exec(await read('Dockerfile'))?.[1];
  const [program, ...args] = JSON.parse(command ?? '[]') as string[];
  expect(program).toBe('node');
  const child = spawn(process.execPath, args, { env: { CASTELLAN_PORT: `${port}` }, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number];
  return code;
};

it('the health check of the image follows the port, and fails once the service is gone', async () => {
  expect(await healthCheck(server.port)).toBe(0);
  await server.stop();
  expect(await healthCheck(server.port)).toBe(1);
});

it('the image has labels, and runs as a user that owns the only writable path', async () => {
  const image = await read('Dockerfile');
  for (const label of ['title', 'description', 'licenses']) {
    expect(image).toMatch(new RegExp(`org\\.opencontainers\\.image\\.${label}="[^"]+"`));
  }
  expect(image).toMatch(/^RUN install -d -o node -g node -m 0700 \/data\nUSER node\nVOLUME \/data$/m);
  expect(await read('compose.yaml')).toMatch(/^ {4}read_only: true$/m);
});

it('the image takes from its build what the program needs, and starts it as it is started here', async () => {
  const image = await read('Dockerfile');
  const copied = [...image.matchAll(/^COPY --from=build \/src\/(\S+) \.\/\S*$/gm)].map(([, path]) => path);
  expect(copied).toEqual(['package.json', 'node_modules', 'out']);
  const entry: string[] = JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(image)?.[1] ?? '[]');
  expect(entry).toEqual(['node', 'out/main/cli.js']);
  await access(join(root, entry[1] ?? ''));
  // Both stages have the same Node, and so the same native modules.
  const bases = [...image.matchAll(/^FROM node:(\d+)-(\w+)/gm)].map(([, version, system]) => [version, system]);
  expect(bases).toHaveLength(2);
  expect(bases[0]).toEqual(bases[1]);
  expect(nodeProblem(`${bases[0]?.[0]}.99.0`)).toBeUndefined();
});

it.each(['Dockerfile', 'compose.yaml', 'compose.postgres.yaml'])('%s sets only variables that exist', async (name) => {
  const set = [...(await read(name)).matchAll(/^\s+(?:ENV )?(CASTELLAN_[A-Z_]+)[=:]/gm)].map(
    ([, variable]) => variable,
  );
  expect(set.length).toBeGreaterThan(0);
  expect(set.filter((variable) => !knownVariables.includes(variable ?? ''))).toEqual([]);
});

it('the containers of compose.yaml fit each other and the image', async () => {
  const compose = await read('compose.yaml');
  const found = (pattern: RegExp) => pattern.exec(compose)?.[1] ?? `nothing like ${pattern}`;
  expect(found(/CASTELLAN_TRUSTED_PROXIES: (\S+)/)).toBe(found(/ipv4_address: (\S+)/));
  expect(found(/CASTELLAN_PUBLIC_URL: https:\/\/(\S+)/)).toBe(found(/--from (\S+) --to/));
  expect(found(/--to (\S+)/)).toBe(`castellan:${settings.port.fallback}`);
  expect(await read('Dockerfile')).toContain(`CASTELLAN_DATA_DIR=${found(/^ {6}- data:(\S+)/m)} `);
});
