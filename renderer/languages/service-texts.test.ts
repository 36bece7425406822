import { expect, test } from 'vitest';
import { catalogues, english, german } from '#e2e/support/texts.ts';
import { defaultPreferences } from '#shared/contract/preferences.ts';
import { profileFields } from '#shared/contract/profile/fields.ts';
import { AppError, type PlainKey, toProblem } from '#shared/texts/errors.ts';
import { type FieldReason, reasonMessage } from '#shared/texts/field-reasons.ts';
import en from './en.json' with { type: 'json' };
import { fieldText, localReasonText, passwordErrorText, schemaText } from './service-texts.ts';
import { signedInEnglish } from './signed-in-english.ts';
import { signedOutEnglish } from './signed-out-english.ts';

type Tree = { [key: string]: string | Tree };

/** Every text of a catalog by its dotted key. */
const textsOf = (tree: Tree, path = ''): Map<string, string> =>
  new Map(
    Object.entries(tree).flatMap(([name, value]) =>
      typeof value === 'string' ? [[`${path}${name}`, value] as const] : [...textsOf(value, `${path}${name}.`)],
    ),
  );

const service = textsOf({ ...signedOutEnglish({} as typeof en), ...signedInEnglish({} as typeof en) });
const own = textsOf(en);

test('the English catalog says what the service says, unless it has words of its own', () => {
  const english = textsOf(catalogues.en);
  expect(service.size).toBeGreaterThan(300);
  for (const [key, text] of service) expect([key, english.get(key)]).toEqual([key, own.get(key) ?? text]);
});

test('only what the console says differently than the service stands in its own catalog', () => {
  expect([...service].filter(([key, text]) => own.get(key) === text)).toEqual([]);
  const ofService = [...own.keys()].filter((key) =>
    /^(errors|fields|reasons|audit\.actions|hosting\.refusals|mail\.kinds|security\.scopes)\./.test(key),
  );
  expect(ofService.filter((key) => !service.has(key))).toEqual([]);
});

/** What a text says, whatever it ends with. */
const spoken = (text: string): string => text.replace(/[.!…]$/, '').toLowerCase();
/** The service's texts about what went wrong. A title of the audit log says what someone did, in the same words as a button. */
const explained = new Map(
  [...service].flatMap(([key, text]) => (/^(audit|mail|security)\./.test(key) ? [] : [[spoken(text), key]])),
);

const writtenTwice = (texts: ReadonlyMap<string, string>): string[] =>
  [...texts].flatMap(([key, text]) => {
    const twin = /\w \w/.test(text) ? explained.get(spoken(text)) : undefined;
    return twin === undefined || twin === key ? [] : [`${key} says what ${twin} says`];
  });

test('the console uses the texts of the service instead of writing them again under other keys', () => {
  expect(writtenTwice(own)).toEqual([]);
});

test('this test finds a text of the service under another key', () => {
  for (const [key, text] of service) {
    if (!/\w \w/.test(text) || /^(audit|mail|security)\./.test(key)) continue;
    expect(writtenTwice(new Map([['planted', `${text.replace(/\.$/, '')}.`]])), key).toHaveLength(1);
  }
});

test('everything that people change in their profile has a name for the audit log', () => {
  const changed = [...profileFields, ...Object.keys(defaultPreferences)];
  expect(Object.keys(catalogues.en.audit.profileFields).toSorted()).toEqual(changed.toSorted());
});

const words = (error: AppError, t: typeof german) => localReasonText(error.key, toProblem(error, 'req_1'), t);

test('a reason with parameters is told in German', () => {
  const error = new AppError('DISK_CANNOT_SHRINK', {
    reason: 'smaller_disk',
    params: { current_gb: 50, wanted_gb: 25 },
  });
  expect(words(error, german)).toBe(
    'Die Festplatte des Servers hat 50 GB und lässt sich nicht auf 25 GB verkleinern. Wählen Sie einen Tarif mit mindestens so viel.',
  );
  expect(words(error, english)).toBe(
    'The server’s disk has 50 GB and can’t shrink to 25 GB. Choose a plan with at least as much.',
  );
});

test('a rule of a run has the text that disabled buttons show', () => {
  const error = new AppError('STATE_CONFLICT', { reason: 'no_plan', refusal: 'no_plan' });
  expect(words(error, german)).toBe(catalogues.de.hosting.refusals.no_plan);
});

test('a reason that this console does not know is told in the words of the service', () => {
  const problem = {
    ...toProblem(new AppError('STATE_CONFLICT', { reason: 'already_owner' }), 'req_1'),
    reason: 'from_the_future' as 'already_owner',
    detail: 'Told by the service',
  };
  expect(localReasonText('STATE_CONFLICT', problem, german)).toBe('Told by the service');
});

test('an error with a detail of its own is told by that, in the words of the service', () => {
  const problem = { ...toProblem(new AppError('NOT_FOUND'), 'req_1'), detail: 'There is no such invoice' };
  expect(localReasonText('NOT_FOUND', problem, german)).toBe('There is no such invoice');
});

test.each<PlainKey>(['NOT_FOUND', 'BUSY'])('%s without a reason is told by its title', (key) => {
  expect(words(new AppError(key), german)).toBe(catalogues.de.errors[key]);
});

test('the end of a session, whose reason has no text here, is told by its title', () => {
  expect(words(new AppError('SESSION_ENDED', { reason: 'revoked' }), german)).toBe(catalogues.de.errors.SESSION_ENDED);
});

test('fields are told by reason, and unknown reasons in the words of the service', () => {
  expect(fieldText({ reason: 'too_long', params: { max: 5 }, message: 'x' }, german)).toBe('Höchstens 5 Zeichen');
  expect(fieldText({ reason: 'from_the_future' as FieldReason, message: 'x' }, german)).toBe('x');
});

test('messages of a schema are told by the reason that they encode', () => {
  expect(schemaText(reasonMessage('required'), german)).toBe('Pflichtfeld');
  expect(schemaText(reasonMessage('out_of_range', { min: 1, max: 9 }), german)).toBe('Muss zwischen 1 und 9 liegen');
  expect(schemaText(reasonMessage('invalid'), german)).toBe(german('fields.invalid'));
  expect(schemaText('Tippen Sie DELETE', german)).toBe('Tippen Sie DELETE');
});

test('a refused password is told with its reason', () => {
  expect(passwordErrorText('x\0'.repeat(73), german)).toBe(
    'Ein Passwort darf kein NUL-Zeichen enthalten. Lassen Sie es weg.',
  );
  expect(passwordErrorText('a fine long password', german)).toBeUndefined();
});
