import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { english, german } from '#e2e/fixtures/texts.ts';
import { operations } from '#shared/contract/index.ts';
import { errors } from '#shared/errors.ts';
import { passwordLimits } from '#shared/limits.ts';
import { passwordError } from '#shared/passwords.ts';
import { serviceMessage, serviceMessages } from './service-messages.ts';

const library = 'the words of the library';

const wrong: readonly unknown[] = [
  ...['', ' ', 'x', 'X y', '-', '\u0000', 'é'.repeat(80), 'x'.repeat(3_000)],
  ...[-1, 0.5, 1e9, true, null, undefined, [], ['x'], {}],
];

/** The schema inside of optional, default and nullable wrappers. */
const inner = (schema: z.core.$ZodType): z.core.$ZodType => {
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  return innerType ? inner(innerType) : schema;
};

/** The custom messages of a schema for any invalid value. */
const ownWords = (schema: z.core.$ZodType): string[] => {
  const bare = inner(schema);
  if (bare instanceof z.ZodObject) return Object.values<z.core.$ZodType>(bare.shape).flatMap(ownWords);
  return wrong.flatMap((value) => {
    const result = z.safeParse(bare, value, { error: () => library });
    return result.success ? [] : result.error.issues.map(({ message }) => message);
  });
};

test("every message of the contract's schemas is translated", () => {
  const said = new Set(operations.flatMap(({ operation }) => ownWords(operation.input)));
  expect(said.size).toBeGreaterThan(5);
  expect([...said].filter((text) => text !== library && !serviceMessages.includes(text))).toEqual([]);
});

test('every refusal of a password is translated', () => {
  const refusals = ['x'.repeat(passwordLimits.maxBytes + 1), 'a\0b', 'ann'].map((text) => passwordError(text, ['Ann']));
  expect(refusals.filter((text) => text === undefined || !serviceMessages.includes(text))).toEqual([]);
});

test("the details of the service's errors are translated", () => {
  const main = join(import.meta.dirname, '..', '..', 'main');
  const details = readdirSync(main, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(join(main, path), 'utf8').matchAll(/AppError\([^)]*?detail:\s*'([^']+)'/g)])
    .map(([, text]) => text ?? '');
  const titles = new Set<string>(Object.values(errors).map(({ title }) => title));
  expect(details.length).toBeGreaterThan(5);
  expect([...new Set(details)].filter((text) => !titles.has(text) && !serviceMessages.includes(text))).toEqual([]);
});

test.each(serviceMessages)('“%s” is unchanged in English, and German in German', (text) => {
  expect(serviceMessage(text, english)).toBe(text);
  expect(serviceMessage(text, german)).not.toBe(text);
});

test("messages that hold data stay in the service's words", () => {
  expect(serviceMessage('Your role does not hold team.manage', german)).toBe('Your role does not hold team.manage');
});
