import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { reasonMessage } from '../texts/field-reasons.ts';
import { operations } from './index.ts';

/** Longer than almost any field takes. Each field also gets texts of exactly its own maximum, which reach its patterns. */
const length = 200_000;
const maxMs = 50;
const units = [':', 'a', '0', ' ', '-', 'a-', 'a.', 'a@', 'a,', 'é', '😀', 'YYYY-', '/', '%', '\n'];
const ends = ['!', 'x', ''];

const textsOf = (size: number): string[] =>
  units.flatMap((unit) =>
    ends.map((end) => unit.repeat(Math.ceil(size / unit.length)).slice(0, Math.max(size - end.length, 0)) + end),
  );
const tooLong = textsOf(length);

type Leaf = { path: string; schema: z.core.$ZodType };

/** Every schema inside an input that isn't a container of others, with its dotted path. */
const leavesOf = (schema: z.core.$ZodType, path: string): Leaf[] => {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, field]) => leavesOf(field, `${path}.${name}`));
  }
  if (schema instanceof z.ZodArray) return leavesOf(schema.element, `${path}[]`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => leavesOf(option, path));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return leavesOf(schema.unwrap(), path);
  }
  return [{ path, schema }];
};

const leaves = operations.flatMap(({ operation }) => leavesOf(operation.input, operation.id));
/** Kinds whose work does not grow with the input. */
const constant = [z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral];
const isConstant = ({ schema }: Leaf): boolean => constant.some((kind) => schema instanceof kind);

/** Whether a string's first check is its maximum length, and nothing is checked once that fails. */
const isBounded = (schema: z.core.$ZodType): boolean => {
  if (!(schema instanceof z.ZodString)) return false;
  const [first] = schema.def.checks ?? [];
  const { check, abort } = first?._zod.def ?? {};
  return check === 'max_length' && abort === true;
};

const cpuMs = (work: () => unknown): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/**
 * The first time below the limit, or the shortest of many. The CPU time of a process includes what its other threads
 * did meanwhile, such as collecting garbage, but no field that is slow by itself is ever quick.
 */
const quickestMs = (work: () => unknown): number => {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 20 && best >= maxMs; attempt++) best = Math.min(best, cpuMs(work));
  return best;
};

describe('the fields of every operation', () => {
  it('are strings whose length is checked first, or need constant work', () => {
    const unbounded = leaves.filter((leaf) => !isConstant(leaf) && !isBounded(leaf.schema)).map(({ path }) => path);
    expect(unbounded).toEqual([]);
  });

  it('are found at any depth', () => {
    const paths = leaves.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['updateMailSettings.host', 'updateMe.preferences.timezone', 'inviteMembers.emails[]']),
    );
  });

  it('refuse U+0000, which PostgreSQL cannot store or look for, unless they are passwords', () => {
    const taken = leaves.filter(({ schema }) => {
      if (!(schema instanceof z.ZodString)) return false;
      const { issues = [] } = z.safeParse(schema, 'a\0b').error ?? {};
      return issues.length !== 1 || issues[0]?.message !== reasonMessage('control_characters');
    });
    expect(taken.map(({ path }) => path).filter((path) => !/\.(?:\w+_)?password$/.test(path))).toEqual([]);
  });

  it.each([
    ['without a maximum', z.string()],
    ['whose maximum lets the pattern run', z.string().max(5).regex(/a/)],
    ['whose pattern runs before the maximum', z.string().regex(/a/).max(5, { abort: true })],
    ['of a format that zod checks first', z.email().max(5, { abort: true })],
  ])('cannot be a string %s', (_what, schema) => {
    expect(isBounded(schema)).toBe(false);
  });

  it(`take less than ${maxMs} ms to check ${length} characters, or as many as they accept`, () => {
    const slow = leaves.flatMap(({ path, schema }) =>
      [...tooLong, ...textsOf((schema as z.ZodString).maxLength ?? 0)].flatMap((text) => {
        const best = quickestMs(() => z.safeParse(schema, text));
        return best < maxMs ? [] : [`${path}: ${best} ms for ${JSON.stringify(text.slice(0, 5))}`];
      }),
    );
    expect(slow).toEqual([]);
  });
});
