import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slug } from '../contract/fields.ts';
import { slugOf } from './slug.ts';

describe('the slug of a name', () => {
  it.each([
    ['Acme', 'acme'],
    ['  Acme & Sons, Ltd. ', 'acme-sons-ltd'],
    ['Crème Brûlée', 'creme-brulee'],
    ['Ünïcödé 42', 'unicode-42'],
    ['ﬁnance', 'finance'],
    ['---', 'workspace'],
    ['日本', 'workspace'],
    ['', 'workspace'],
    ['a'.repeat(80), 'a'.repeat(58)],
    [`${'a'.repeat(57)} b`, 'a'.repeat(57)],
  ])('is, for %j, %s', (name, expected) => {
    expect(slugOf(name)).toBe(expected);
  });

  it('is always valid, and its own slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
        const made = slugOf(name);
        expect(slug.safeParse(made).success).toBe(true);
        expect(slugOf(made)).toBe(made);
      }),
    );
  });

  it('leaves room for a number that makes it unique', () => {
    expect(slug.safeParse(`${slugOf('x'.repeat(200))}-9999`).success).toBe(true);
  });
});
