import { expect, test } from 'vitest';
import { english, german } from '#e2e/fixtures/texts.ts';
import { AppError, type ErrorKey, errors, toProblem } from '#shared/errors.ts';
import type { ProviderErrorReason } from '#shared/provider-errors.ts';
import { failureWords } from './failure.logic.ts';

const failed = (key: ErrorKey, detail?: string) => ({
  kind: 'service' as const,
  problem: toProblem(new AppError(key, detail === undefined ? {} : { detail }), 'req_1'),
});

test.each(Object.keys(errors) as ErrorKey[])(
  "%s has the service's text in English, and a translation in German",
  (key) => {
    const { title } = errors[key];
    expect(failureWords(failed(key), english)).toEqual({ title, detail: title });
    expect(failureWords(failed(key), german).title).not.toBe(title);
  },
);

test('one code with two statuses has two texts', () => {
  expect(failureWords(failed('LINK_EXPIRED'), german).title).toBe('Dieser Link ist abgelaufen');
  expect(failureWords(failed('TOKEN_EXPIRED'), german).title).toBe('Das Zugriffstoken ist abgelaufen');
});

test('a detail in the catalog is translated, and one that holds data stays as it is', () => {
  expect(failureWords(failed('STATE_CONFLICT', 'You are the owner already.'), german).detail).toBe(
    'Sie sind schon der Inhaber.',
  );
  expect(failureWords(failed('VALIDATION_FAILED', 'Your role does not hold team.manage'), german)).toEqual({
    title: 'Die Anfrage ist nicht gültig',
    detail: 'Your role does not hold team.manage',
  });
});

test("provider failures come with advice, and provider refusals in the provider's own words", () => {
  const asked = (provider_reason: ProviderErrorReason, provider_message?: string) => ({
    kind: 'service' as const,
    problem: toProblem(
      new AppError('PROVIDER_REJECTED', {
        detail: 'It says: no',
        provider_reason,
        ...(provider_message !== undefined && { provider_message }),
      }),
      'req_1',
    ),
  });
  expect(failureWords(asked('timeout'), german).detail).toBe(
    'Der Anbieter hat nicht rechtzeitig geantwortet: Warten Sie eine Minute und versuchen Sie es erneut.',
  );
  expect(failureWords(asked('refused', 'Not before noon'), german).detail).toBe(
    'Er sagt „Not before noon“. Lesen Sie seine Antwort, bringen Sie in Ordnung, was sie nennt, und versuchen Sie es erneut.',
  );
  expect(failureWords(asked('refused'), german).detail).toContain('Der Anbieter hat das abgelehnt: Lesen Sie');
  expect(failureWords(asked('from_the_future' as ProviderErrorReason), german).detail).toBe('It says: no');
});

test('an upgrade rule is translated, unless the service says more', () => {
  const refused = (detail: string) => ({
    kind: 'service' as const,
    problem: toProblem(new AppError('STATE_CONFLICT', { detail, refusal: 'no_plan' }), 'req_1'),
  });
  expect(failureWords(refused('Choose a plan first.'), german).detail).toBe('Wählen Sie zuerst einen Tarif.');
  expect(failureWords(refused('Choose a plan first. Or two.'), german).detail).toBe('Choose a plan first. Or two.');
});

test("an unknown code falls back to the service's text", () => {
  const problem = {
    ...failed('BUSY').problem,
    code: 'FROM_THE_FUTURE',
    title: 'Something new',
    detail: 'Something new',
  };
  expect(failureWords({ kind: 'service', problem }, german)).toEqual({
    title: 'Something new',
    detail: 'Something new',
  });
});

test('a request that never reached the service has a text too', () => {
  expect(failureWords({ kind: 'unreachable' }, english).title).toBe('The server could not be reached');
  expect(failureWords({ kind: 'signedOut' }, german).title).toBe('Sie sind abgemeldet');
  expect(failureWords({ kind: 'console', message: 'x is undefined' }, german)).toEqual({
    title: 'In der Konsole ist etwas schiefgegangen',
    detail: 'x is undefined',
  });
  expect(failureWords({ kind: 'console' }, english).detail).toBe('An unknown error occurred.');
});
