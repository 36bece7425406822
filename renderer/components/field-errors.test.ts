import { expect, test } from 'vitest';
import { english, german } from '#e2e/fixtures/texts.ts';
import { AppError, type ErrorKey, toProblem } from '#shared/errors.ts';
import { fieldErrorsFor } from './field-errors.ts';

const failure = (errors: { path: string; message: string }[], key: ErrorKey = 'VALIDATION_FAILED') => {
  const problem = toProblem(new AppError(key, { detail: 'The whole story' }), 'req_1');
  return {
    kind: 'service' as const,
    code: problem.code,
    problem,
    errors: errors.map((error) => ({ ...error, code: 'invalid' })),
  };
};

test('shows each error at its field, only the first one if there are several', () => {
  const given = failure([
    { path: 'email', message: 'first' },
    { path: 'email', message: 'second' },
    { path: 'name', message: 'third' },
  ]);
  expect(fieldErrorsFor(given, ['email', 'name'], english)).toEqual({ email: 'first', name: 'third' });
});

test('skips fields that the form does not have', () => {
  expect(fieldErrorsFor(failure([{ path: 'tenant_id', message: 'no' }]), ['email'], english)).toEqual({});
});

test("maps fields to the form's own names", () => {
  const given = failure([{ path: 'preferences.timezone', message: 'no' }]);
  expect(fieldErrorsFor(given, ['timezone'], english, { rename: { 'preferences.timezone': 'timezone' } })).toEqual({
    timezone: 'no',
  });
});

test('shows an error without fields at the field that its code belongs to', () => {
  const given = failure([], 'EMAIL_TAKEN');
  expect(fieldErrorsFor(given, ['email'], english, { fieldOfCode: { EMAIL_TAKEN: 'email' } })).toEqual({
    email: 'The whole story',
  });
  const busy = failure([], 'BUSY');
  expect(fieldErrorsFor(busy, ['email'], english, { fieldOfCode: { EMAIL_TAKEN: 'email' } })).toEqual({});
});

test("translates the contract's own messages", () => {
  const given = failure([{ path: 'name', message: 'Required' }]);
  expect(fieldErrorsFor(given, ['name'], german)).toEqual({ name: 'Pflichtfeld' });
});
