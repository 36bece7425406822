import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseAst, transformWithOxc } from 'vite';
import { beforeEach, describe, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { onPath } from '#e2e/support/programs/on-path.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { programFile } from '#e2e/support/test-app.ts';
import { nodeProblem } from '#main/platform/node-version.mjs';

const root = join(import.meta.dirname, '../..');
const launcher = join(root, 'e2e/tools/run.mjs');

/** Names that an entry may import before it has checked the version. Node 14 has all of them. */
const safeBuiltins: Record<string, readonly string[]> = {
  'node:child_process': ['spawnSync'],
  'node:fs': ['existsSync', 'symlinkSync'],
  'node:path': ['resolve'],
  'node:url': ['fileURLToPath', 'pathToFileURL'],
};

/** The names that a file imports or re-exports before its own code runs, as `source name`. */
const staticImports = (code: string): { source: string; name: string }[] =>
  parseAst(code).body.flatMap((node) => {
    if (node.type === 'ExportAllDeclaration') return [{ source: node.source.value, name: '*' }];
    if (node.type === 'ImportDeclaration') {
      const names = node.specifiers.map((specifier) =>
        specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
          ? specifier.imported.name
          : '*',
      );
      return (names.length === 0 ? ['*'] : names).map((name) => ({ source: node.source.value, name }));
    }
    if (node.type === 'ExportNamedDeclaration' && node.source) return [{ source: node.source.value, name: '*' }];
    return [];
  });

/** All the code that Node has to parse and link before an entry's first statement. */
const linked = async (file: string): Promise<{ files: string[]; builtins: { source: string; name: string }[] }> => {
  const files = [file];
  const builtins: { source: string; name: string }[] = [];
  for (const one of files) {
    for (const { source, name } of staticImports(await readFile(one, 'utf8'))) {
      const path = resolve(dirname(one), source);
      if (!source.startsWith('.')) builtins.push({ source, name });
      else if (!files.includes(path)) files.push(path);
    }
  }
  return { files, builtins };
};

/** A Node on this machine that is too old, if there is one. */
const oldNode = [process.env.npm_node_execpath, ...onPath('node')]
  .filter((path) => path !== undefined)
  .filter((path) => existsSync(path))
  .find((path) => nodeProblem(spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout.trim()));

/** Makes this Node report an older version, so that the whole entry runs on every machine. */
const pretend = (version: string): string[] => {
  const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
};

const entries: { name: string; file: string; args: string[]; code: number }[] = [
  { name: 'the built program', file: programFile, args: ['--help'], code: 78 },
  { name: 'the launcher of scripts', file: launcher, args: ['e2e/tools/nowhere.ts'], code: 1 },
  { name: 'the launcher without a script', file: launcher, args: [], code: 1 },
];

describe.each(entries)('$name on an old Node', ({ file, args, code }) => {
  const refusal = (version: string, path: string): string =>
    `castellan: needs Node 24.5 or newer; this is Node ${version} (${path})\n`;

  it('links nothing that an old Node lacks before it checks the version', async () => {
    const { files, builtins } = await linked(file);
    expect(builtins.filter(({ source, name }) => !safeBuiltins[source]?.includes(name))).toEqual([]);
    for (const one of files) {
      const text = await readFile(one, 'utf8');
      const to = async (target: string) => (await transformWithOxc(text, one, { target, sourcemap: false })).code;
      // Syntax newer than ES2022, which Node 18 can parse, would come out rewritten.
      expect(await to('es2022')).toBe(await to('esnext'));
    }
  });

  it('says in one line which Node it needs, and fails', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...pretend('18.20.8'), file, ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([code, '', refusal('18.20.8', process.execPath)]);
  });

  it.runIf(oldNode)('does the same on a real old Node', () => {
    const path = oldNode as string;
    const version = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout.trim();
    const { status, stdout, stderr } = spawnSync(path, [file, ...args], { cwd: root, encoding: 'utf8' });
    expect([status, stdout, stderr]).toEqual([code, '', refusal(version, path)]);
  });
});

describe('the Node that npm installed without a link to it', () => {
  const checkout = perTest(() => temporaryFolder('castellan-launcher-'));
  beforeEach(async () => {
    for (const file of ['e2e/tools/run.mjs', 'main/platform/node-version.mjs'])
      await cp(join(root, file), join(checkout.path, file));
    await writeFile(
      join(checkout.path, 'tool.mjs'),
      'process.stdout.write(process.argv.slice(2).join()); process.exit(3);',
    );
    await mkdir(join(checkout.path, 'node_modules/.bin'), { recursive: true });
  });

  const launch = (before: string[]) => {
    const argv = [...before, 'e2e/tools/run.mjs', 'tool.mjs', 'one', 'two'];
    const { status, stdout } = spawnSync(process.execPath, argv, { cwd: checkout.path, encoding: 'utf8' });
    return [status, stdout];
  };
  const link = () => realpath(join(checkout.path, 'node_modules/.bin/node'));

  it.runIf(process.platform === 'linux')(
    'is linked and takes over, so that the rest of the script finds it',
    async () => {
      const bin = join(checkout.path, `node_modules/node-linux-${process.arch}/bin`);
      await mkdir(bin, { recursive: true });
      await symlink(process.execPath, join(bin, 'node'));
      expect(launch(pretend('18.20.8'))).toEqual([3, 'one,two']);
      expect(await link()).toBe(await realpath(process.execPath));
      // With a link in place, somebody has chosen the old one.
      expect(launch(pretend('18.20.8'))).toEqual([1, '']);
      expect(launch([])).toEqual([3, 'one,two']);
    },
  );

  it('is not missed where there is none', async () => {
    expect(launch([])).toEqual([3, 'one,two']);
    await expect(link()).rejects.toThrow('ENOENT');
    expect(launch(pretend('18.20.8'))).toEqual([1, '']);
  });
});

describe('on a supported Node', () => {
  it('the launcher runs a script with its own path and arguments, and passes on its exit code', () => {
    const script = 'e2e/support/print-arguments.ts';
    const { status, stdout } = spawnSync(process.execPath, [launcher, script, '--one', 'two'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([status, JSON.parse(stdout)]).toEqual([3, [process.execPath, join(root, script), '--one', 'two']]);
  });

  it('every npm script that starts one of our scripts uses the launcher', async () => {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const direct = Object.entries(scripts).filter(([, command]) => /\bnode \S+\.ts\b/.test(command));
    expect(direct).toEqual([]);
  });
});
