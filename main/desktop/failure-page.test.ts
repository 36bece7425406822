import { describe, expect, it } from 'vitest';
import { exitCodes, type StartErrorKind } from '../platform/start-error.ts';
import { type StartReason, startReasons } from '../platform/start-reasons.ts';
import { failurePage } from './failure-page.ts';
import type { StartFailure } from './service.ts';
import { textsIn } from './texts.ts';

const names = Object.keys(startReasons) as StartReason['name'][];

/** A reason in which each value is the name of that value. */
const withNames = (name: StartReason['name']): StartReason =>
  ({ name, values: new Proxy({}, { get: (_target, key) => `[${String(key)}]` }) }) as unknown as StartReason;

/** What people read, without what only tells the browser. */
const readerOf = (failure: StartFailure, language: 'en' | 'de'): Promise<string> =>
  failurePage(failure, { logFile: '/log', dataDir: '/data' }, language).text();

const valuesIn = (text: string): string[] => [...new Set(text.match(/\[\w+\]/g))].toSorted();
const alertIn = (html: string): string => /role="alert">(.*?)<\/p>/.exec(html)?.[1] ?? '';

describe.each(names)('a start that fails because of %s', (name) => {
  it('says so in each language, with the same values', async () => {
    const failure = { kind: 'other', message: 'unused', reason: withNames(name) } as const;
    const [english, german] = [await readerOf(failure, 'en'), await readerOf(failure, 'de')].map(alertIn);
    expect(english).not.toBe('');
    expect(german).not.toBe('');
    expect(german).not.toBe(english);
    for (const text of [english, german]) expect(text).toMatch(/[.!?]$/);
    expect(valuesIn(german ?? '')).toEqual(valuesIn(english ?? ''));
    expect(german).not.toContain('unused');
  });
});

it.each([
  ['full', { name: 'full', values: { at: '/data', code: 'ENOSPC' } }],
  ['permission', { name: 'ownAccess', values: { at: '/data', code: 'EACCES', uid: 1_000 } }],
  ['port', { name: 'portInUse', values: { host: '127.0.0.1', port: 4_310 } }],
  ['limit', { name: 'openFiles', values: { at: '/data', code: 'EMFILE', uid: 1_000 } }],
  ['io', { name: 'io', values: { at: '/data', code: 'EIO', uid: 1_000 } }],
] as const)('says what helps against %s once', async (kind, reason) => {
  for (const language of ['en', 'de'] as const) {
    const html = await readerOf({ kind, message: 'unused', reason: reason as StartReason }, language);
    expect(html).not.toContain(textsIn(language).advice[kind]);
  }
});

it('breaks a path between its folders', async () => {
  const html = await failurePage(undefined, { logFile: '/data/<logs>/log', dataDir: undefined }, 'en').text();
  expect(html).toContain('<dd>/<wbr>data/<wbr>&lt;logs&gt;/<wbr>log</dd>');
});

it('says what helps where the reason does not', async () => {
  const reason = { name: 'running', values: { folder: '/data' } } as const;
  for (const language of ['en', 'de'] as const)
    expect(await readerOf({ kind: 'locked', message: 'unused', reason }, language)).toContain(
      textsIn(language).advice.locked,
    );
});

it('advises in each language for each kind of failure, and says which message is in English', async () => {
  const kinds = Object.keys(exitCodes).filter((kind) => kind !== 'refused' && kind !== 'unready');
  for (const kind of kinds as Exclude<StartErrorKind, 'refused' | 'unready'>[]) {
    const failure = { kind, message: 'a message', reason: undefined };
    for (const language of ['en', 'de'] as const)
      expect(await readerOf(failure, language)).toContain(textsIn(language).advice[kind]);
    expect(alertIn(await readerOf(failure, 'en'))).toBe('a message');
    const german = await readerOf(failure, 'de');
    expect(alertIn(german)).toBe(textsIn('de').failedInEnglish);
    expect(german).toContain('<dt>Grund</dt><dd lang="en">a message</dd>');
  }
});
