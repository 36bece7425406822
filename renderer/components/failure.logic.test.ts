import { expect, test } from 'vitest';
import { english, german } from '#e2e/support/texts.ts';
import type { ProviderErrorReason } from '#shared/flows/provider-errors.ts';
import { AppError, codeOf, type ErrorKey, errors, toProblem } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import { failureText, reportableRequestId } from './failure.logic.ts';

const failedWith = (error: AppError) => ({ kind: 'service' as const, problem: toProblem(error, 'req_1') });
/** An error as an older service would send it, without a reason. */
const failed = (key: ErrorKey) => {
  const { title, status } = errors[key];
  const { problem } = failedWith(new AppError('NOT_FOUND'));
  return { kind: 'service' as const, problem: { ...problem, code: codeOf(key), title, status, detail: title } };
};

test.each(Object.keys(errors) as ErrorKey[])(
  "%s has the service's text in English, and a translation in German",
  (key) => {
    const { title } = errors[key];
    expect(failureText(failed(key), english)).toEqual({ title, detail: title });
    expect(failureText(failed(key), german).title).not.toBe(title);
  },
);

test('one code with two statuses has two texts', () => {
  expect(failureText(failed('LINK_EXPIRED'), german).title).toBe('Dieser Link ist abgelaufen');
  expect(failureText(failed('TOKEN_EXPIRED'), german).title).toBe('Das Access-Token ist abgelaufen');
});

test('a reason is translated, with its parameters', () => {
  const error = new AppError('DISK_CANNOT_SHRINK', {
    reason: 'smaller_disk',
    params: { current_gb: 50, wanted_gb: 25 },
  });
  expect(failureText(failedWith(error), german)).toEqual({
    title: 'Eine Festplatte lässt sich nicht verkleinern',
    detail:
      'Die Festplatte des Servers hat 50 GB und lässt sich nicht auf 25 GB verkleinern. Wählen Sie einen Tarif mit mindestens so viel.',
  });
});

test('invalid fields that the screen does not have are named with their paths', () => {
  const error = new AppError('VALIDATION_FAILED', {
    errors: [
      fieldError('scopes', { reason: 'scopes_beyond_role', params: { scopes: 'team.manage' } }),
      fieldError('', { reason: 'invalid' }),
    ],
  });
  expect(failureText(failedWith(error), german)).toEqual({
    title: 'Die Anfrage ist nicht gültig',
    detail: 'scopes: Ihre Rolle umfasst team.manage nicht; Dieser Wert ist nicht gültig',
  });
});

test("provider failures come with advice, and provider refusals in the provider's own words", () => {
  const asked = (provider_reason: ProviderErrorReason, provider_message?: string) => ({
    kind: 'service' as const,
    problem: toProblem(
      new AppError('PROVIDER_REJECTED', {
        provider_reason,
        ...(provider_message !== undefined && { provider_message }),
      }),
      'req_1',
    ),
  });
  expect(failureText(asked('timeout'), german).detail).toBe(
    'Der Anbieter hat nicht rechtzeitig geantwortet: Warten Sie eine Minute und versuchen Sie es erneut.',
  );
  expect(failureText(asked('refused', 'Not before noon.'), german).detail).toBe(
    'Meldung des Anbieters: „Not before noon“. Korrigieren Sie, was er bemängelt, und versuchen Sie es erneut.',
  );
  expect(failureText(asked('refused'), german).detail).toContain(
    'Der Anbieter hat die Anfrage abgelehnt: Korrigieren Sie',
  );
  const newer = asked('timeout');
  const problem = { ...newer.problem, provider_reason: 'from_the_future' as ProviderErrorReason, detail: 'It says no' };
  expect(failureText({ ...newer, problem }, german).detail).toBe('It says no');
});

test('an upgrade rule is translated', () => {
  const refused = new AppError('STATE_CONFLICT', { reason: 'no_plan', refusal: 'no_plan' });
  expect(failureText(failedWith(refused), german).detail).toBe('Wählen Sie zuerst einen Tarif.');
});

test("an unknown code falls back to the service's text", () => {
  const problem = {
    ...failed('BUSY').problem,
    code: 'FROM_THE_FUTURE',
    title: 'Something new',
    detail: 'Something new',
  };
  expect(failureText({ kind: 'service', problem }, german)).toEqual({
    title: 'Something new',
    detail: 'Something new',
  });
});

test('a request that never reached the service has a text too', () => {
  expect(failureText({ kind: 'unreachable' }, english).title).toBe('Couldn’t reach the server');
  expect(failureText({ kind: 'signedOut' }, german).title).toBe('Sie sind abgemeldet');
  expect(failureText({ kind: 'console', message: 'x is undefined' }, german)).toEqual({
    title: 'In der Konsole ist etwas schiefgegangen',
    detail: 'x is undefined',
  });
  expect(failureText({ kind: 'console' }, english).detail).toBe('An unknown error occurred.');
});

test('only failures that the log has to explain come with their request id', () => {
  const reportedId = (key: ErrorKey) => {
    const { problem } = failed(key);
    return reportableRequestId({ requestId: problem.request_id, problem });
  };
  expect(reportedId('INTERNAL')).toBe('req_1');
  expect(reportedId('PROVIDER_UNREACHABLE')).toBe('req_1');
  expect(reportedId('INVALID_CREDENTIALS')).toBeUndefined();
  expect(reportedId('PROVIDER_REJECTED')).toBeUndefined();
});

test.each([
  [1, 'in 1 second', 'in 1 Sekunde'],
  [59, 'in 59 seconds', 'in 59 Sekunden'],
  [60, 'in 1 minute', 'in 1 Minute'],
  [61, 'in 2 minutes', 'in 2 Minuten'],
  [3_600, 'in 1 hour', 'in 1 Stunde'],
  [3_601, 'in 2 hours', 'in 2 Stunden'],
])('a wait of %i seconds is told as a time, never too short', (retry_after, inEnglish, inGerman) => {
  for (const key of ['ACCOUNT_LOCKED', 'RATE_LIMITED'] as const) {
    const locked = failedWith(new AppError(key, { retry_after }));
    expect(failureText(locked, english)).toEqual({ title: 'Too many attempts', detail: `Try again ${inEnglish}.` });
    expect(failureText(locked, german).detail).toBe(`Versuchen Sie es ${inGerman} erneut.`);
  }
});
