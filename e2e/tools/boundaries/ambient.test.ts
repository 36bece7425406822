import { describe, expect, it } from 'vitest';
import { type Ambient, ambient, globalObjects, globals, modules } from './ambient.ts';
import { findAmbient, findUnusedAllowances } from './find-ambient.ts';
import { readSources } from './module-graph.ts';
import { readSource } from './read-source.ts';

describe('the sources', () => {
  const uses = new Map([...readSources()].map(([path, source]) => [path, source.uses]));

  it('take clock, randomness, environment and network only from what they are given', () => {
    expect(findAmbient(uses)).toEqual([]);
  });

  it('have a list of exceptions that all are needed', () => {
    expect(findUnusedAllowances(uses)).toEqual([]);
  });
});

/** One folder of each layer that decides something, and the console. */
const folders = [
  'main/services/team',
  'main/services/hosting/runs',
  'main/jobs',
  'main/transport',
  'main/live',
  'main/mail',
  'main/security',
  'main/service-commands/users',
  'main/storage/store/identity',
  'main/storage/cache',
  'main/provider/hetzner',
  'shared',
  'renderer/features/team',
];

const taken = (path: string, text: string): string[] =>
  findAmbient(new Map([[path, readSource(path, text).uses]])).map((line) => line.replace(/^.*: /, ''));

/** Each way to take something that isn't given, as people would write it, and as they would to get past this test. */
const plants: Partial<Record<Ambient, readonly string[]>> = {
  clock: [
    'export const at = Date.now();',
    'export const at = new Date();',
    'export const at = Date();',
    'const { now } = Date; export const at = now();',
    "export const at = Date['now']();",
    'export const at = Date?.now();',
    'export const at = (Date).now();',
    'export const at = (Date as { now(): number }).now();',
    'export const at = D\\u0061te.now();',
    'const Time = Date; export const at = new Time(5);',
    'export const at = [0].map(Date.now);',
    'export const at = new Date(...[]);',
    'class Instant extends Date {} export const at = new Instant();',
    'export const at = globalThis.Date.now();',
    "export const at = globalThis['Date'].now();",
    'export const at = (globalThis as any).Date.now();',
    'export const at = Temporal.Now.instant();',
    "import { TZDate } from '@date-fns/tz'; export const at = new TZDate();",
    "import { isPast } from 'date-fns'; export const over = isPast;",
    "import { startOfToday } from 'date-fns/startOfToday'; export const at = startOfToday();",
    "export const day = new Intl.DateTimeFormat('en').format();",
    'export const inner = (Date: unknown) => Date; export const at = Date.now();',
  ],
  stopwatch: [
    'export const at = performance.now();',
    'export const at = performance.timeOrigin;',
    'const { now } = performance; export { now };',
    "import { performance as watch } from 'node:perf_hooks'; export const at = watch.now();",
  ],
  randomness: [
    'export const id = Math.random();',
    'const { random } = Math; export const id = random();',
    "export const id = Math['random']();",
    'export const draw = Math.random;',
    'export const copy = { ...Math };',
    'export const id = crypto.randomUUID();',
    'export const id = crypto.getRandomValues(new Uint8Array(1));',
    'const { randomUUID } = crypto; export { randomUUID };',
    'export const id = globalThis.crypto.randomUUID();',
    "import { randomUUID } from 'node:crypto'; export const id = randomUUID();",
    "import { randomBytes as bytes } from 'crypto'; export const id = bytes(1);",
    "import * as all from 'node:crypto'; export const id = all.randomInt(9);",
    "import all from 'node:crypto'; export const id = all.randomInt(9);",
    "export { randomInt } from 'node:crypto';",
    "export * from 'node:crypto';",
    "export const { randomInt } = await import('node:crypto');",
    "export const key = crypto.subtle.generateKey('Ed25519', true, ['sign']);",
    'const { generateKey } = crypto.subtle; export { generateKey };',
    'export const { subtle } = crypto;',
    "import { genSaltSync } from 'bcryptjs'; export const salt = genSaltSync();",
    "import bcrypt from 'bcryptjs'; export const hash = (text: string) => bcrypt.hash(text, 10);",
    "import { generateSecret } from 'jose'; export const key = generateSecret('HS256');",
    "import { Secret } from 'otpauth'; export const secret = new Secret();",
    "import { mkdtempSync } from 'node:fs'; export const folder = mkdtempSync('x');",
  ],
  variables: [
    'export const home = process.env.HOME;',
    'const { env } = process; export { env };',
    'export const copy = { ...process };',
    "export const home = process['env'].HOME;",
    'export const home = globalThis.process.env.HOME;',
    'export const home = global.process.env.HOME;',
    "import process from 'node:process'; export const home = process.env.HOME;",
    "import { env } from 'process'; export const home = env.HOME;",
  ],
  zone: [
    ...[
      'Date',
      'Day',
      'FullYear',
      'Hours',
      'Milliseconds',
      'Minutes',
      'Month',
      'Seconds',
      'TimezoneOffset',
      'Year',
    ].map((part) => `export const local = (at: Date) => at.get${part}();`),
    'export const later = (at: Date) => at.setHours(5);',
    "export const hour = (at: Date) => at['getHours']();",
    'export const text = (at: Date) => at.toLocaleString();',
    "export const text = (at: Date) => at.toLocaleDateString('en', { dateStyle: 'long' });",
    'export const text = (at: Date) => at.toDateString();',
    'export const at = new Date(2026, 0, 31);',
    "export const text = (at: Date) => new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(at);",
    'export const { timeZone } = Intl.DateTimeFormat().resolvedOptions();',
    "import { startOfDay } from 'date-fns'; export const day = startOfDay;",
    "import { format } from 'date-fns/format'; export const text = format;",
  ],
  environment: [
    'export const flags = process.argv;',
    'export const passed = process.hrtime();',
    'export const id = globalThis.process.pid;',
    "import { hostname } from 'node:os'; export const name = hostname();",
  ],
  network: [
    "export const answer = await fetch('https://example.org');",
    'const get = fetch; export { get };',
    "export const answer = await globalThis.fetch('https://example.org');",
    "export const socket = new WebSocket('wss://example.org');",
    "export const stream = new EventSource('https://example.org');",
    "import { request } from 'node:https'; export const sent = request('https://example.org');",
    "import http from 'node:http'; export const sent = http.get('http://example.org');",
    "import { connect } from 'node:net'; export const socket = connect(25);",
    "import { connect } from 'node:tls'; export const socket = connect(465);",
    "import { createSocket } from 'node:dgram'; export const socket = createSocket('udp4');",
    "import { lookup } from 'dns/promises'; export const found = lookup('example.org');",
    "export const { connect } = await import('node:net');",
    "import { net } from 'electron'; export const answer = net.fetch('https://example.org');",
    "import { createRemoteJWKSet } from 'jose'; export const keys = createRemoteJWKSet;",
    "export const { createTransport } = await import('nodemailer');",
    "export const picture = new Image(); picture.src = 'https://example.org';",
    'export const peer = new RTCPeerConnection();',
    "export const transport = new WebTransport('https://example.org');",
  ],
  processes: [
    "import { execFile } from 'node:child_process'; export const run = execFile;",
    "import { Worker } from 'node:worker_threads'; export const run = Worker;",
    "export const run = new Worker('/worker.js');",
  ],
  code: [
    'export const load = (name: string) => import(name);',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a file
    'export const load = (name: string) => import(`../${name}.ts`);',
    'export const load = () => import(`../compose.ts`);',
    "export const all = import.meta.glob('../**/*.ts');",
    'const { glob } = import.meta; export { glob };',
    "export const net = require('node:net');",
    "export const net = process.getBuiltinModule('node:net');",
    "export const net = globalThis.process['getBuiltinModule']('node:net');",
    "export const at = Reflect.get(globalThis, 'Date').now();",
    'const everything = globalThis; export const at = everything.Date.now();',
    "const { ['Date']: Time } = globalThis; export const at = Time.now();",
    "export const at = eval('Date.now()');",
    "export const at = new Function('return Date.now()')();",
    "export const at = (() => 0).constructor('return Date.now()')();",
    "export const at = (() => 0)['constructor']('return Date.now()')();",
    "import { createRequire } from 'node:module'; export const load = createRequire('/');",
    "import { runInThisContext } from 'node:vm'; export const at = runInThisContext('Date.now()');",
  ],
  sql: ["import { DatabaseSync } from 'node:sqlite'; export const db = new DatabaseSync('castellan.db');"],
};

const cases = Object.entries(plants).flatMap(([name, texts]) => texts.map((text) => [name, text] as const));

describe('a file that takes what it is not given', () => {
  it.each(cases)('is found: %s, %s', (name, text) => {
    const { why } = ambient[name as Ambient];
    for (const folder of folders) {
      // Whatever the file is called.
      for (const file of ['planted.ts', 'clock.ts', 'system-clock.ts']) {
        expect(taken(`${folder}/${file}`, text), folder).toContain(why);
      }
    }
  });

  it.each(Object.keys(globals))('is found by every global: %s', (name) => {
    for (const text of [`export const taken = ${name};`, `const { taken } = globalThis.${name}; export { taken };`]) {
      expect(taken('main/services/team/planted.ts', text)).toContain(ambient[globals[name]?.ambient ?? 'sql'].why);
    }
  });

  it.each(Object.keys(modules))('is found by every module: %s', (name) => {
    for (const text of [
      `import taken from '${name}'; export { taken };`,
      `import * as taken from 'node:${name}'; export { taken };`,
      `export * as taken from 'node:${name}';`,
      `export const taken = () => import('${name}');`,
    ]) {
      expect(taken('main/services/team/planted.ts', text)).toContain(ambient[modules[name]?.ambient ?? 'sql'].why);
    }
  });

  it.each(globalObjects)('is found by every name of the global object: %s', (name) => {
    expect(taken('renderer/features/team/planted.ts', `export const at = ${name}.Date.now();`)).not.toEqual([]);
    expect(taken('renderer/features/team/planted.ts', `const { Date } = ${name}; export { Date };`)).not.toEqual([]);
  });

  it.each([
    'setTimeout(() => {}, 5);',
    "import { setTimeout as sleep } from 'node:timers/promises'; await sleep(5);",
    'const { setInterval } = globalThis; setInterval(() => {}, 5);',
    'export const signal = AbortSignal.timeout(5);',
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);',
  ])('is found where nothing waits: %s', (text) => {
    for (const folder of ['main/services/team', 'main/storage/store/identity', 'main/storage/cache', 'shared']) {
      expect(taken(`${folder}/planted.ts`, text), folder).not.toEqual([]);
    }
  });

  it.each([
    'export const at = window.Date.now();',
    'const here = window; export const at = here.Date.now();',
    'export const at = self.Date.now();',
    "export const sent = navigator.sendBeacon('/');",
  ])('is found in the console: %s', (text) => {
    expect(taken('renderer/features/team/planted.ts', text)).not.toEqual([]);
  });

  it('is found among the tests if it takes the clock', () => {
    expect(taken('main/services/team/planted.test.ts', 'export const at = Date.now();')).not.toEqual([]);
    expect(taken('e2e/support/planted.ts', 'const { now } = Date; export { now };')).not.toEqual([]);
  });
});

describe('a file that uses what it is given', () => {
  it.each([
    'export const at = new Date(0).toISOString();',
    "export const at = Date.parse('2026-01-01') + Date.UTC(2026, 0);",
    "export const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(0);",
    "export const text = (at: Date) => at.toLocaleString('en', { timeZone: 'UTC' });",
    'export const month = (at: Date) => at.getUTCMonth() + new Date(5).getTime();',
    'export const isDate = (value: unknown): value is Date => value instanceof Date;',
    'export const at = ({ clock }: { clock: { now(): number } }) => clock.now();',
    'export const ask = ({ fetch }: { fetch: () => void }) => fetch();',
    'export const draw = (random: () => number = () => 0) => Math.floor(random() * 6);',
    "import { createHash, timingSafeEqual } from 'node:crypto'; export const hash = [createHash, timingSafeEqual];",
    "import { createServer, isIP, type Socket } from 'node:net'; export const listen = [createServer, isIP];",
    "import type { RequestOptions } from 'node:http'; export type Options = RequestOptions;",
    'export type Env = typeof process.env; export type Now = typeof Date.now;',
    'export const system = process.platform;',
    "export const hash = (bytes: Uint8Array) => crypto.subtle.digest('SHA-256', bytes);",
    "import { SignJWT } from 'jose'; export const token = SignJWT;",
    "import { Secret } from 'otpauth'; export const secret = (buffer: ArrayBuffer) => new Secret({ buffer });",
    "export const place = import.meta.url.endsWith('.ts');",
    "export const load = () => import('./compose.ts');",
    'export const names = { Date: 1, fetch: 2, process: 3 }.fetch;',
    'export const day = (format: { format(at: number): string }) => format.format(0);',
    'export const clock = (window: { from: string }) => window.from;',
  ])('passes: %s', (text) => {
    expect(taken('main/services/team/x.ts', text)).toEqual([]);
  });
});
