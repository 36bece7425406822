import { describe, expect, test } from 'vitest';
import { english, german } from '#e2e/fixtures/texts.ts';
import { AppError, type PlainKey, toProblem } from '#shared/errors.ts';
import { because, type FieldReason, fieldReasons } from '#shared/field-reasons.ts';
import { reasons } from '#shared/reasons.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import { fieldWords, passwordErrorWords, reasonKey, reasonWords, schemaWords } from './service-texts.ts';

/** The text at a dotted key of a catalog. */
const textAt = (catalogue: object, key: string): unknown =>
  key.split('.').reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], catalogue);
const placeholders = (text: unknown) => [...String(text).matchAll(/\{\{(.+?)\}\}/g)].map(([, name]) => name).sort();

const everyReason = Object.entries(reasons).flatMap(([key, table]) =>
  Object.entries(table).map(([reason, text]) => ({ key: reasonKey(key, reason), text })),
);
const everyField = Object.entries(fieldReasons).map(([reason, text]) => ({ key: `fields.${reason}`, text }));

describe.each([
  ['en', en],
  ['de', de],
])('the catalog %s', (_name, catalogue) => {
  test.each([...everyReason, ...everyField])('has $key with its parameters', ({ key, text }) => {
    expect(textAt(catalogue, key)).toBeTypeOf('string');
    expect(placeholders(textAt(catalogue, key))).toEqual(placeholders(text));
  });

  test('has no text for a reason that the tables lack', () => {
    const known = [...everyReason, ...everyField].map(({ key }) => key);
    const inCatalogue = [
      ...Object.entries(catalogue.reasons).flatMap(([key, table]) =>
        Object.keys(table).map((reason) => `reasons.${key}.${reason}`),
      ),
      ...Object.keys(catalogue.fields).map((reason) => `fields.${reason}`),
    ];
    expect(inCatalogue.filter((key) => !known.includes(key))).toEqual([]);
  });
});

test('the English catalog says what the API says', () => {
  const differing = [...everyReason, ...everyField]
    .filter(({ key }) => !key.startsWith('hosting.'))
    .filter(({ key, text }) => textAt(en, key) !== text);
  expect(differing).toEqual([]);
});

const words = (error: AppError, t: typeof german) => reasonWords(error.key, toProblem(error, 'req_1'), t);

test('a reason with parameters is told in German', () => {
  const error = new AppError('DISK_CANNOT_SHRINK', {
    reason: 'smaller_disk',
    params: { current_gb: 50, wanted_gb: 25 },
  });
  expect(words(error, german)).toBe('Die Festplatte des Servers hat 50 GB und lässt sich nicht auf 25 GB verkleinern.');
  expect(words(error, english)).toBe('The server’s disk has 50 GB and cannot shrink to 25 GB.');
});

test('a rule of a run has the text that disabled buttons show', () => {
  const error = new AppError('STATE_CONFLICT', { reason: 'no_plan', refusal: 'no_plan' });
  expect(words(error, german)).toBe(de.hosting.refusals.no_plan);
});

test('a reason that this console does not know is told in the words of the service', () => {
  const problem = {
    ...toProblem(new AppError('STATE_CONFLICT', { reason: 'already_owner' }), 'req_1'),
    reason: 'from_the_future' as 'already_owner',
    detail: 'Told by the service',
  };
  expect(reasonWords('STATE_CONFLICT', problem, german)).toBe('Told by the service');
});

test.each<PlainKey>(['NOT_FOUND', 'BUSY'])('%s without a reason is told by its title', (key) => {
  expect(words(new AppError(key), german)).toBe(de.errors[key]);
});

test('the end of a session, whose reason has no text here, is told by its title', () => {
  expect(words(new AppError('SESSION_ENDED', { reason: 'revoked' }), german)).toBe(de.errors.SESSION_ENDED);
});

test('fields are told by reason, and unknown reasons in the words of the service', () => {
  expect(fieldWords({ reason: 'too_long', params: { max: 5 }, message: 'x' }, german)).toBe('Höchstens 5 Zeichen');
  expect(fieldWords({ reason: 'from_the_future' as FieldReason, message: 'x' }, german)).toBe('x');
});

test('messages of a schema are told by the reason that they encode', () => {
  expect(schemaWords(because('required'), german)).toBe('Pflichtfeld');
  expect(schemaWords(because('out_of_range', { min: 1, max: 9 }), german)).toBe('Muss zwischen 1 und 9 liegen');
});

test('a refused password is told with its reason', () => {
  expect(passwordErrorWords('x\0'.repeat(73), german)).toBe('Ein Passwort darf kein NUL-Zeichen enthalten.');
  expect(passwordErrorWords('a fine long password', german)).toBeUndefined();
});
