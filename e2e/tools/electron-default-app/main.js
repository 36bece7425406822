/**
 * What `electron FOLDER` does, for the Electron that ../electron-recipe.ts assembles, which comes without Electron's
 * own default app. An ES module, so that Electron isn't ready before the app has been imported.
 */
import { readFileSync } from 'node:fs';
import { Module, register } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, safeStorage } from 'electron';

const words = process.argv.slice(1);
while (words[0]?.startsWith('-')) {
  // Playwright passes its loader as `-r FILE`, ahead of the folder.
  if (words.shift() === '-r') Module._preloadModules([words.shift()]);
}
const folder = resolve(words[0] ?? '.');
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
app.setVersion(manifest.version);
app.name = manifest.productName ?? manifest.name;
app.setAppPath(folder);
if (manifest.desktopName) app.setDesktopName(manifest.desktopName);

// Electron 45's promise API on top of the synchronous one in Electron 33.
if (!safeStorage.isAsyncEncryptionAvailable) {
  safeStorage.isAsyncEncryptionAvailable = async () => {
    if (!app.isReady()) return false;
    safeStorage.setUsePlainTextEncryption(true);
    return true;
  };
  safeStorage.encryptStringAsync = async (text) => safeStorage.encryptString(text);
  safeStorage.decryptStringAsync = async (sealed) => ({
    shouldReEncrypt: false,
    result: safeStorage.decryptString(sealed),
  });
}

// The SQLite module that the app has needs a newer Node-API than Electron 33's: ../electron-recipe.ts brings another one.
register(
  `data:text/javascript,${encodeURIComponent(`
    let url;
    export const initialize = (given) => { url = given; };
    export const resolve = (name, context, next) =>
      name === 'sqlite3' ? { url, shortCircuit: true } : next(name, context);
  `)}`,
  { data: pathToFileURL(join(process.resourcesPath, '../../node_modules/sqlite3/lib/sqlite3.js')).href },
);

await import(pathToFileURL(join(folder, manifest.main)).href);
