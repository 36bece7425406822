'use strict';
// Mimics what Electron's binary + default_app do with argv, then runs the app's main bundle.
const path = require('node:path');
const fs = require('node:fs');
const Module = require('node:module');
const { pathToFileURL } = require('node:url');

const raw = process.argv.slice(2);
if (process.env.ELECTRON_RUN_AS_NODE) {
  const r = require('node:child_process').spawnSync(process.execPath, raw, { stdio: 'inherit' });
  process.exit(r.status ?? 1);
}

// --- argv, as default_app/main.ts reads it
const opt = { file: null, requires: [], switches: [] };
for (let i = 0; i < raw.length; i++) {
  const a = raw[i];
  if (a === '-r' || a === '--require') opt.requires.push(raw[++i]);
  else if (a === '-v' || a === '--version') {
    console.log(`v${require('./electron.cjs').VERSION}`);
    process.exit(0);
  } else if (a.startsWith('-')) opt.switches.push(a);
  else {
    opt.file = a;
    break;
  }
}
process.argv = [path.resolve(__dirname, '../dist/electron'), ...raw];
Object.defineProperty(process, 'type', { value: 'browser' });
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
Object.defineProperty(process, 'resourcesPath', { value: path.resolve(__dirname, '../resources') });

// --- "Debugger listening on ws://…" comes from Node itself
const inspect = raw.find((a) => /^--inspect(-brk)?(=|$)/.test(a));
if (inspect) {
  const spec = inspect.split('=')[1] ?? '9229';
  require('node:inspector').open(Number(spec.split(':').pop()), '127.0.0.1', inspect.startsWith('--inspect-brk'));
}

// --- module 'electron' for CommonJS (also the inspector console's require) and for ESM
const standin = require('./electron.cjs');
const { electron, internals } = standin;
Object.defineProperty(process.versions, 'electron', { value: standin.VERSION, enumerable: true });
const IDS = new Set(['electron', 'electron/main', 'electron/common']);
const load = Module._load;
Module._load = function (request, parent, isMain) {
  if (IDS.has(request)) return electron;
  if (request === 'original-fs' || request === 'node:original-fs') return fs;
  return load.call(this, request, parent, isMain);
};
globalThis[Symbol.for('electron-standin')] = electron;
const esm =
  'data:text/javascript,' +
  encodeURIComponent(
    `const e = globalThis[Symbol.for('electron-standin')]; export default e;` +
      Object.keys(electron)
        .map((k) => `export const ${k} = e[${JSON.stringify(k)}];`)
        .join(''),
  );
if (Module.registerHooks) {
  // Node >= 22.15
  Module.registerHooks({ resolve: (s, c, next) => (IDS.has(s) ? { url: esm, shortCircuit: true } : next(s, c)) });
} else {
  Module.register(pathToFileURL(path.join(__dirname, 'esm-hooks.mjs')), { data: { esm, ids: [...IDS] } });
}

process.on('SIGTERM', () => electron.app.quit());
process.on('SIGINT', () => electron.app.quit());
process.on('SIGHUP', () => electron.app.quit());

(async () => {
  internals.applySwitches(raw.filter((a) => a.startsWith('--'))); // Chromium reads switches anywhere on the line
  if (!opt.file) {
    console.error('electron-standin: no app path given');
    process.exit(1);
  }
  const appPath = path.resolve(opt.file);
  const pj = path.join(appPath, 'package.json');
  if (fs.existsSync(pj)) internals.setPackage(JSON.parse(fs.readFileSync(pj, 'utf8')));
  const file = Module._resolveFilename(appPath, null, true);
  internals.setAppPath(fs.existsSync(pj) ? appPath : path.dirname(file));
  if (opt.requires.length) Module._preloadModules(opt.requires.map((r) => (r.startsWith('.') ? path.resolve(r) : r)));
  const booting = internals.prepare(); // loopback server for custom schemes, in parallel with the main bundle
  await import(pathToFileURL(file).href); // CJS or ESM, like default_app
  await booting;
  await internals.becomeReady();
})().catch((e) => {
  console.error('App threw an error during load');
  console.error(e?.stack || e);
  internals.die(1);
});
