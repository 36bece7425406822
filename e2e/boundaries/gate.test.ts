import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Modules that connect to something, and what of them doesn't. */
const modules: Readonly<Record<string, readonly string[]>> = {
  dgram: [],
  dns: [],
  'dns/promises': [],
  http: ['createServer'],
  http2: ['createServer'],
  https: ['createServer'],
  net: ['createServer', 'isIP', 'isIPv4', 'isIPv6'],
  tls: [],
  undici: [],
  ws: [],
};

/** What connects without an import. */
const globals = ['EventSource', 'WebSocket', 'XMLHttpRequest', 'fetch'];

interface Named {
  name?: string;
}

/** A file without these words needs no reading: parsing takes long. */
const suspicious = new RegExp(
  `\\b(${[...globals, 'require'].join('|')})\\b|['"](node:)?(${Object.keys(modules).join('|')})['"]`,
);

/** What of a file could connect past the gate. */
const waysOut = (path: string, text: string): string[] => {
  if (!suspicious.test(text)) return [];
  const { module, program } = parseSync(path, text);
  const found: string[] = [];
  const imported = (specifier: string, names: readonly string[]): void => {
    const harmless = modules[specifier.replace(/^node:/, '')];
    if (!harmless) return;
    found.push(...names.filter((name) => !harmless.includes(name)).map((name) => `${specifier}: ${name}`));
  };
  for (const { moduleRequest, entries } of module.staticImports) {
    const values = entries.filter(({ isType }) => !isType);
    imported(
      moduleRequest.value,
      values.map(({ importName: { kind, name } }) => (kind === 'Name' ? (name ?? '*') : '*')),
    );
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) if (moduleRequest && !isType) imported(moduleRequest.value, ['*']);
  }
  new Visitor({
    ImportExpression: ({ source }) => {
      if ('value' in source && typeof source.value === 'string') imported(source.value, ['*']);
    },
    CallExpression: ({ callee }) => {
      const { name = '' } = callee as Named;
      if (['require', ...globals].includes(name)) found.push(name);
    },
    NewExpression: ({ callee }) => {
      const { name = '' } = callee as Named;
      if (globals.includes(name)) found.push(`new ${name}`);
    },
    MemberExpression: ({ object, property }) => {
      const { name = '' } = property as Named;
      if ((object as Named).name === 'globalThis' && globals.includes(name)) found.push(`globalThis.${name}`);
    },
  }).visit(program);
  return found;
};

/** Sets which certificates are trusted. By name, its functions wouldn't link in an older Electron. */
const exceptions = ['main/platform/extra-certificates.ts: node:tls: *'];

const isGate = (path: string): boolean => path.startsWith('main/platform/gate/');
const programFiles = globSync('{main,preload,shared}/**/*.{ts,mts,mjs}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.endsWith('.test.ts'));

describe('the program', () => {
  it('connects to nothing but through main/platform/gate', () => {
    const files = programFiles.filter((path) => !isGate(path));
    const past = files.flatMap((path) => waysOut(path, read(path)).map((way) => `${path}: ${way}`));
    expect(past).toEqual(exceptions);
  });

  it('closes the gate in each of its processes and threads', () => {
    const entries = [
      'main/cli.ts',
      'main/index.ts',
      'main/security/audit-worker.ts',
      'main/security/password-worker.ts',
    ];
    expect(entries.filter((path) => !/^ *closeGate\(\);$/m.test(read(path)))).toEqual([]);
    const config = read('electron.vite.config.ts');
    const built = [...config.matchAll(/at\('(main\/[^']+)'\)/g)].map(([, path]) => path);
    expect(built.toSorted()).toEqual(entries.toSorted((a, b) => a.localeCompare(b)));
  });
});

describe('this test', () => {
  it.each([
    ["import net from 'node:net';", 'node:net: *'],
    ["import * as net from 'net';", 'net: *'],
    ["import { connect } from 'node:tls';", 'node:tls: connect'],
    ["import { createServer, get } from 'node:http';", 'node:http: get'],
    ["import { lookup } from 'node:dns/promises';", 'node:dns/promises: lookup'],
    ["export { request } from 'node:https';", 'node:https: *'],
    ["const { fetch } = await import('undici');", 'undici: *'],
    ["fetch('http://example.com');", 'fetch'],
    ["globalThis.fetch('http://example.com');", 'globalThis.fetch'],
    ["new WebSocket('ws://example.com');", 'new WebSocket'],
    ["require('net');", 'require'],
  ])('finds %s', (text, way) => {
    expect(waysOut('main/x.ts', text)).toEqual([way]);
  });

  it.each([
    "import { createServer, type Socket } from 'node:net';",
    "import type { RequestOptions } from 'node:http';",
    'session.fetch(address);',
  ])('allows %s', (text) => {
    expect(waysOut('main/x.ts', text)).toEqual([]);
  });
});
