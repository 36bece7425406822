import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Where a problem keeps the desktop app from starting: its failure page says it in the language of the person. */
const startFolders = ['main/app', 'main/config', 'main/platform', 'main/security', 'main/storage'];

/** Messages that the app never shows, with the reason. */
const inEnglishOnly: Readonly<Record<string, string>> = {
  'main/config/database-server.ts': 'a command refuses --database-url',
  'main/platform/data-folder.ts': 'the folder of a socket, which the app has none of',
  'main/platform/endpoint.ts': 'the app has no socket',
  'main/platform/inherited-socket.ts': 'systemd starts no app with a socket',
  'main/platform/unix-socket.ts': 'the app has no socket',
  'main/platform/test-clock.ts': 'only tests use it',
  'main/platform/system-error.ts': 'they carry their reason beside a longer message',
  'main/platform/port.ts': 'each is a reason, in a variable',
  'main/security/key-store.ts': 'a command changes keys',
  'main/storage/database/database-report.ts': 'each is a reason, in a variable',
  'main/storage/database/engines/postgres/notices.ts': 'a command restores a database',
};

const plain = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/new StartError\(\s*([^{\s][^\n]{0,60})/g)].map(([, begin = '']) => begin);

it('gives each problem that keeps the desktop app from starting a reason in each language', () => {
  const files = startFolders
    .flatMap((folder) => globSync(`${folder}/**/*.ts`))
    .filter((file) => !/\.test\.ts$/.test(file));
  const found = files.filter((file) => plain(file).length > 0);
  expect(found.filter((file) => !(file in inEnglishOnly)).map((file) => [file, plain(file)])).toEqual([]);
  expect(Object.keys(inEnglishOnly).filter((file) => !found.includes(file))).toEqual([]);
});
