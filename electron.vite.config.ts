import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { minimumNode } from './main/platform/node-version.mjs';
import { signedInTexts } from './renderer/languages/signed-in-texts.ts';

const at = (path: string) => resolve(import.meta.dirname, path);
const rendererOut = at('out/renderer');

/** The libraries that the first screen loads in any case; languages of the schema library are loaded one at a time. */
const everyScreen =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|@trpc|i18next|react-i18next|zod(?!\/v4\/locales))\//;

/** The sign-in page, with passkeys where they work. */
const atSignIn = /renderer\/features\/auth\/(auth-layout|login-page|passkey-sign-in)\.tsx$/;

/** What the first screen after sign-in consists of; its dependencies go with it. */
const afterSignIn = /renderer\/(home\.ts|features\/shell\/user-menu\.tsx)$/;

/** Smaller answers than this fit into one packet as they are. */
const worthCompressing = 1_024;

/**
 * Leaves `.br` and `.gz` beside each file of the console, for its server to send (main/transport/http/console.ts): made
 * once, at the best rate there is, rather than for every request.
 */
const precompress = (outDir: string): Plugin => ({
  name: 'castellan-precompress',
  apply: 'build',
  async closeBundle() {
    const forms = {
      br: (data: Buffer) =>
        promisify(brotliCompress)(data, { params: { [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY } }),
      gz: (data: Buffer) => promisify(gzip)(data, { level: zlib.Z_BEST_COMPRESSION }),
    };
    for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(css|js|json|svg)$/.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      const data = await readFile(file);
      if (data.length < worthCompressing) continue;
      for (const [ending, compress] of Object.entries(forms)) {
        const compressed = await compress(data);
        if (compressed.length < data.length) await writeFile(`${file}.${ending}`, compressed);
      }
    }
  },
});

/** A text that only the OpenAPI document shows, in a file of the contract. */
const documentation = /\b(summary|description):\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)/g;

/** Leaves the documentation of the API out of the console's scripts: 5 kB of the first screen (DECISION 0041). */
const withoutDocumentation: Plugin = {
  name: 'castellan-without-documentation',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/shared\/contract\/.*\.ts$/ },
    handler: (code) => ({ code: code.replace(documentation, "$1: ''"), map: null }),
  },
};

/**
 * What the console's client has to know of every operation, as plain data in the place of what computes it: the first screen
 * needs no schemas but those of its own form.
 */
const operationFacts: Plugin = {
  name: 'castellan-operation-facts',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /\/renderer\/api\/operation-facts\.ts$/ },
    async handler(id) {
      const { operationFacts: facts }: typeof import('./renderer/api/operation-facts.ts') = await import(
        pathToFileURL(id).href
      );
      const text = JSON.stringify(JSON.stringify(facts));
      return { code: `export const operationFacts = JSON.parse(${text})`, moduleType: 'js' };
    },
  },
};

/** `en.json?signed-out` and `en.json?signed-in`: the parts of a catalog, so that the first screen loads only one. */
const catalogueParts: Plugin = {
  name: 'castellan-catalogue-parts',
  enforce: 'pre',
  load: {
    filter: { id: /\.json\?signed-(in|out)$/ },
    async handler(id) {
      const [file = '', part] = id.split('?');
      const sections = Object.entries(JSON.parse(await readFile(file, 'utf8')));
      const isSignedIn = ([name]: [string, unknown]) => signedInTexts.some((known) => known === name);
      const chosen = sections.filter((section) => isSignedIn(section) === (part === 'signed-in'));
      const text = JSON.stringify(JSON.stringify(Object.fromEntries(chosen)));
      return { code: `export default JSON.parse(${text})`, moduleType: 'js' };
    },
  },
};

/**
 * Escapes what is left outside of ASCII, in the comments of licenses: one such character makes V8 keep a file of 3 MB with two
 * bytes for each character.
 */
const asciiSources: Plugin = {
  name: 'castellan-ascii-sources',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replace(
          /[\u0080-\uffff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};

/** One build for both shapes of the program: `out/main` (service, shell), `out/preload` and `out/renderer` (console). */
export default defineConfig({
  // What package.json lists as a dependency stays outside of the build and goes into packages as it is. Everything else
  // is built in, where what nothing uses falls away: from hundreds of files it would make up most of a start.
  main: {
    plugins: [asciiSources],
    build: {
      // The service also runs without Electron: this is the oldest Node it supports.
      target: `node${minimumNode}`,
      outDir: at('out/main'),
      rollupOptions: {
        input: {
          index: at('main/index.ts'),
          cli: at('main/cli.ts'),
          'audit-worker': at('main/security/audit-worker.ts'),
          'password-worker': at('main/security/password-worker.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // V8 keeps the whole source in memory.
          comments: { legal: true, annotation: false, jsdoc: false },
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
        },
      },
    },
  },
  preload: {
    build: {
      outDir: at('out/preload'),
      // A sandboxed preload script is CommonJS, in one file: they share no chunk.
      isolatedEntries: true,
      rollupOptions: {
        input: Object.fromEntries(
          ['index', 'remote', 'strip', 'sign-in', 'switcher'].map((name) => [name, at(`preload/${name}.ts`)] as const),
        ),
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('renderer'),
    plugins: [catalogueParts, operationFacts, withoutDocumentation, react(), precompress(rendererOut)],
    // Only for work on it. The desktop window's page has another origin, so that it is told where its news come from.
    server: {
      host: '127.0.0.1',
      port: 5173,
      strictPort: true,
      ws: { protocol: 'ws', host: '127.0.0.1', clientPort: 5173 },
    },
    build: {
      outDir: rendererOut,
      // Off by default for desktop programs; this console is also loaded over a network.
      minify: true,
      target: 'es2023',
      // A data address would need its own permission in the page's policy.
      assetsInlineLimit: 0,
      // The largest file is `libraries` below: 500 kB, but 133 kB over the wire, and one file on purpose. What the first
      // screen transfers is bounded by `npm run bench`; this catches a jump in size before that.
      chunkSizeWarningLimit: 550,
      rollupOptions: {
        input: at('renderer/index.html'),
        output: {
          codeSplitting: {
            groups: [
              // What every screen needs, as one file: smaller than its parts, and the same one after most releases.
              { name: 'libraries', test: everyScreen, priority: 1 },
              // The rest of what the page loads at once, as one file rather than forty.
              { name: 'first', tags: ['$initial'] },
              // The sign-in page, with nothing of what follows it.
              { name: 'sign-in', test: atSignIn },
              // What a person sees first after signing in, as one file rather than seventy.
              { name: 'home', test: afterSignIn },
            ],
          },
        },
      },
    },
  },
});
