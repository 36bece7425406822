import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operations } from '../contract/index.ts';
import {
  fieldError,
  fieldMessage,
  fieldProblemOf,
  fieldReasonNames,
  fieldReasonText,
  reasonMessage,
} from './field-reasons.ts';

const reasonsIn = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value, { error: fieldMessage }).error?.issues ?? []).map(({ message }) => fieldProblemOf(message));

describe('the reasons of fields', () => {
  it('travel through a schema with their parameters', () => {
    const port = z.int().max(10, reasonMessage('out_of_range', { min: 1, max: 10 }));
    expect(reasonsIn(port, 11)).toEqual([{ reason: 'out_of_range', params: { min: 1, max: 10 } }]);
    expect(reasonsIn(z.email(reasonMessage('email')), 'x')).toEqual([{ reason: 'email' }]);
  });

  it.each([
    [z.string(), undefined, { reason: 'required' }],
    [z.string().min(1), '', { reason: 'required' }],
    [z.string(), 1, { reason: 'wrong_type', params: { expected: 'string' } }],
    [z.enum(['a', 'b']), 'c', { reason: 'not_allowed', params: { values: 'a, b' } }],
    [z.string().min(2), 'x', { reason: 'too_short', params: { min: 2 } }],
    [z.string().max(1), 'xx', { reason: 'too_long', params: { max: 1 } }],
    [z.array(z.string()).min(1), [], { reason: 'not_enough', params: { min: 1 } }],
    [z.array(z.string()).max(1), ['a', 'b'], { reason: 'over_limit', params: { max: 1 } }],
    [z.int().min(1), 0, { reason: 'too_small', params: { min: 1 } }],
    [z.int().max(1), 2, { reason: 'too_large', params: { max: 1 } }],
    [z.strictObject({}), { x: 1 }, { reason: 'unknown_field' }],
    [z.string().regex(/a/), 'b', { reason: 'invalid' }],
  ])('are found where a schema states none (%#)', (schema, value, problem) => {
    expect(reasonsIn(schema, value)).toEqual([problem]);
  });

  it('count any other text as invalid', () => {
    expect(fieldProblemOf('Something else?')).toEqual({ reason: 'invalid' });
    expect(fieldProblemOf('toString')).toEqual({ reason: 'invalid' });
  });

  it('become a field error with an English message', () => {
    expect(fieldError('host', { reason: 'too_long', params: { max: 5 } }, 'too_big')).toEqual({
      path: 'host',
      code: 'too_big',
      reason: 'too_long',
      params: { max: 5 },
      message: 'At most 5 characters',
    });
  });
});

const wrong: readonly unknown[] = [
  ...['', ' ', 'x', 'X y', '-', '\u0000', 'é'.repeat(80), 'x'.repeat(3_000)],
  ...[-1, 0.5, 1e9, true, null, undefined, [], ['x'], {}],
];

/** The schema inside of optional, defaulted and nullable ones. */
const inner = (schema: z.core.$ZodType): z.core.$ZodType => {
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  return innerType ? inner(innerType) : schema;
};

const library = 'a message of the library';

/** The messages that a schema itself gives to wrong values. */
const ownMessages = (schema: z.core.$ZodType): string[] => {
  const bare = inner(schema);
  if (bare instanceof z.ZodObject) return Object.values<z.core.$ZodType>(bare.shape).flatMap(ownMessages);
  return wrong.flatMap((value) => {
    const result = z.safeParse(bare, value, { error: () => library });
    return result.success ? [] : result.error.issues.map(({ message }) => message);
  });
};

describe('the schemas of the contract', () => {
  const messages = new Set(operations.flatMap(({ operation }) => ownMessages(operation.input)));
  messages.delete(library);

  it('state reasons of the table, never prose', () => {
    expect(messages.size).toBeGreaterThan(5);
    const prose = [...messages].filter((message) => {
      const { reason } = fieldProblemOf(message);
      return reason === 'invalid' || !fieldReasonNames.includes(reason);
    });
    expect(prose).toEqual([]);
  });

  it('fill in every placeholder', () => {
    for (const message of messages) expect(fieldReasonText(fieldProblemOf(message))).not.toContain('{{');
  });
});
