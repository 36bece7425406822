import { expect, test } from 'vitest';
import type { z } from 'zod';
import { english, german } from '#e2e/support/texts.ts';
import { operations } from '#shared/contract/index.ts';
import { AppError, type PlainKey, toProblem } from '#shared/texts/errors.ts';
import { type FieldError, fieldError, fieldMessage } from '#shared/texts/field-reasons.ts';
import { schemaText } from '../languages/service-texts.ts';
import { fieldErrorsFor } from './field-errors.ts';

const failure = (errors: FieldError[], key: PlainKey | 'VALIDATION_FAILED' = 'VALIDATION_FAILED') => {
  const error = key === 'VALIDATION_FAILED' ? new AppError(key, { errors }) : new AppError(key);
  const problem = toProblem(error, 'req_1');
  return { kind: 'service' as const, code: problem.code, problem, errors };
};

test('shows each error at its field, only the first one if there are several', () => {
  const given = failure([
    fieldError('email', { reason: 'required' }),
    fieldError('email', { reason: 'email' }),
    fieldError('name', { reason: 'too_long', params: { max: 5 } }),
  ]);
  expect(fieldErrorsFor(given, ['email', 'name'], english)).toEqual({
    email: 'Enter your email address',
    name: 'At most 5 characters',
  });
});

test('skips fields that the form does not have', () => {
  expect(fieldErrorsFor(failure([fieldError('tenant_id', { reason: 'invalid' })]), ['email'], english)).toEqual({});
});

test("maps fields to the form's own names", () => {
  const given = failure([fieldError('preferences.timezone', { reason: 'timezone' })]);
  expect(fieldErrorsFor(given, ['timezone'], english, { rename: { 'preferences.timezone': 'timezone' } })).toEqual({
    timezone: 'Unknown time zone',
  });
});

test('shows an error without fields at the field that its code belongs to', () => {
  const given = failure([], 'EMAIL_TAKEN');
  expect(fieldErrorsFor(given, ['email'], english, { fieldOfCode: { EMAIL_TAKEN: 'email' } })).toEqual({
    email: 'This email address already has an account',
  });
  const busy = failure([], 'BUSY');
  expect(fieldErrorsFor(busy, ['email'], english, { fieldOfCode: { EMAIL_TAKEN: 'email' } })).toEqual({});
});

test('translates a reason', () => {
  const given = failure([fieldError('name', { reason: 'required' })]);
  expect(fieldErrorsFor(given, ['name'], german)).toEqual({ name: 'Geben Sie einen Namen ein' });
  const own = { called: { name: 'full_name' } };
  expect(fieldErrorsFor(given, ['name'], german, own)).toEqual({ name: 'Geben Sie Ihren Namen ein' });
  const plain = failure([fieldError('host', { reason: 'required' })]);
  expect(fieldErrorsFor(plain, ['host'], german)).toEqual({ host: 'Pflichtfeld' });
});

/** Lists that no field of the console sends empty: their screens say what is missing, send what is selected, or leave them out. */
const neverEmpty = ['emails', 'user_ids', 'serviceids', 'runs', 'types', 'event_types'];

/** Every list of the contract that must not be empty, by the name of its field. */
const filledLists = operations.flatMap(({ operation: { input } }) =>
  Object.entries(input.shape).flatMap(([name, schema]) => {
    const { error } = (schema as z.ZodType).safeParse([], { error: fieldMessage });
    const [issue] = error?.issues ?? [];
    return issue?.message.startsWith('not_enough') ? [{ name, message: issue.message }] : [];
  }),
);

test('says of each list that must not be empty what to choose', () => {
  const plain = filledLists.filter(
    ({ name, message }) =>
      schemaText(message, english, name) === schemaText(message, english) ||
      schemaText(message, german, name) === schemaText(message, german),
  );
  expect([...new Set(plain.map(({ name }) => name))].toSorted()).toEqual(neverEmpty.toSorted());
  expect(filledLists.length).toBeGreaterThan(plain.length);
});
