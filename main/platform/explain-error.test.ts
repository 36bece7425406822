import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { AppError } from '#shared/texts/errors.ts';
import { explainError } from './explain-error.ts';
import { exitCodes, StartError } from './start-error.ts';

const withCode = (code: string, more: object = {}): Error =>
  Object.assign(new Error(`${code}: first\n    at a stack`), { code, ...more });

it.each([
  [withCode('EMFILE', { syscall: 'spawn' }), 75, 'LimitNOFILE'],
  [withCode('ENOSPC', { path: '/data/x' }), 75, '/data/x is full'],
  [withCode('EACCES', { path: '/nowhere' }), 77, "can't access /nowhere"],
  [withCode('ENOENT', { path: '/nowhere' }), 78, "/nowhere doesn't exist"],
  [withCode('EADDRINUSE', { syscall: 'listen', address: '::1', port: 80 }), 75, 'Port 80 on ::1 is in use'],
  [withCode('EADDRNOTAVAIL', { syscall: 'listen', address: '192.0.2.1', port: 80 }), 75, 'not an address of this'],
  [withCode('EACCES', { syscall: 'listen', address: '::', port: 80 }), 78, 'requires more privileges'],
  [withCode('EMFILE', { syscall: 'listen', address: '::', port: 80 }), 75, 'LimitNOFILE'],
  [withCode('ECONNREFUSED'), 74, 'ECONNREFUSED'],
  [withCode('ENOTFOUND'), 74, 'ENOTFOUND'],
  [new AppError('BUSY', { retry_after: 1 }), 75, "can't be used for now"],
  [new AppError('STORAGE_FULL'), 75, 'The disk is full'],
  [withCode('ERR_UNKNOWN'), 70, 'unexpected'],
  [new TypeError('x is not a function\nsecond'), 70, 'x is not a function'],
  ['a text', 70, 'a text'],
  [undefined, 70, 'undefined'],
])('tells %s in one line', async (error, code, words) => {
  const problem = await explainError(error);
  expect(problem.message).toMatch(/^[^\n]+$/);
  expect(problem.message).toContain(words);
  expect(exitCodes[problem.kind]).toBe(code);
});

it('leaves alone what is explained already', async () => {
  const own = new StartError('mine');
  expect(await explainError(own)).toBe(own);
});

it('tells a port that is really in use', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => first.once('listening', resolve));
  const { port } = first.address() as { port: number };
  const error = await new Promise((resolve) => createServer().once('error', resolve).listen(port, '127.0.0.1'));
  first.close();
  expect(await explainError(error)).toMatchObject({ kind: 'port', message: expect.stringContaining(`Port ${port}`) });
});

it('gives exit codes that docs/operating.md explains, and the systemd unit restarts after all that may pass', () => {
  const docs = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const table = /^\| Exit code \| Meaning \| Restart \|\n(?:\|.*\n)+/m.exec(docs)?.[0] ?? '';
  const rows = [...table.matchAll(/^\| (\d+) \|[^|]+\|([^|]*)\|$/gm)].map(([, code, restart = '']) => ({
    code: Number(code),
    restart: restart.trim(),
  }));
  expect(rows.map(({ code }) => code)).toEqual([...new Set([0, ...Object.values(exitCodes)])].sort((a, b) => a - b));
  const hopeless = rows.filter(({ restart }) => restart === "Doesn't help").map(({ code }) => code);
  const unit = readFileSync(new URL('../../deploy/castellan.service', import.meta.url), 'utf8');
  expect(unit).toMatch(/^Restart=on-failure$/m);
  expect(/^RestartPreventExitStatus=(.*)$/m.exec(unit)?.[1]).toBe(hopeless.join(' '));
  // A start every five seconds never reaches the limit of five starts in ten seconds.
  expect(unit).toMatch(/^RestartSec=5$/m);
  const passing = ['port', 'locked', 'full', 'limit', 'io', 'unexpected'] as const;
  for (const kind of passing) expect(hopeless).not.toContain(exitCodes[kind]);
});
