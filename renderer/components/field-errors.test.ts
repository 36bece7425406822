import { expect, test } from 'vitest';
import { fieldErrorsFor } from './field-errors.ts';

const failure = (errors: { path: string; message: string }[], code = 'VALIDATION_FAILED') => ({
  code,
  detail: 'The whole story',
  errors: errors.map((error) => ({ ...error, code: 'invalid' })),
});

test('shows each error at its field, the first one where there are several', () => {
  const given = failure([
    { path: 'email', message: 'first' },
    { path: 'email', message: 'second' },
    { path: 'name', message: 'third' },
  ]);
  expect(fieldErrorsFor(given, ['email', 'name'])).toEqual({ email: 'first', name: 'third' });
});

test('leaves out fields that the form does not have', () => {
  expect(fieldErrorsFor(failure([{ path: 'tenant_id', message: 'no' }]), ['email'])).toEqual({});
});

test('knows fields under the form’s own names', () => {
  const given = failure([{ path: 'preferences.timezone', message: 'no' }]);
  expect(fieldErrorsFor(given, ['timezone'], { rename: { 'preferences.timezone': 'timezone' } })).toEqual({
    timezone: 'no',
  });
});

test('puts an error without fields at the field that its code stands for', () => {
  const given = failure([], 'EMAIL_TAKEN');
  expect(fieldErrorsFor(given, ['email'], { fieldOfCode: { EMAIL_TAKEN: 'email' } })).toEqual({
    email: 'The whole story',
  });
  expect(fieldErrorsFor(failure([], 'BUSY'), ['email'], { fieldOfCode: { EMAIL_TAKEN: 'email' } })).toEqual({});
});
