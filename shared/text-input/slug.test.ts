import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newSlug, slug } from '../contract/fields.ts';
import { operations } from '../contract/index.ts';
import { reservedSlugs } from './reserved-slugs.ts';
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
    ['Straße', 'strasse'],
    ['Łódź', 'lodz'],
    ['Đorđe Æbelø', 'dorde-aebelo'],
    ['Привет Мир', 'privet-mir'],
    ['Ελλάδα', 'ellada'],
    ['İstanbul ılık', 'istanbul-ilik'],
    ['New', 'new-workspace'],
    [' néw! ', 'new-workspace'],
    ['New things', 'new-things'],
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
        expect(newSlug.safeParse(made).success).toBe(true);
        expect(slugOf(made)).toBe(made);
      }),
    );
  });

  it('takes no address that is reserved, among them those of operations', () => {
    const paths = operations.map(({ operation }) => operation.http.path);
    expect(reservedSlugs).toEqual(
      expect.arrayContaining(paths.flatMap((path) => /\/workspaces\/([^/{]+)/.exec(path)?.[1] ?? [])),
    );
    for (const taken of reservedSlugs) {
      expect(newSlug.safeParse(taken).success).toBe(false);
      expect(slug.safeParse(taken).success).toBe(true);
    }
  });

  it('leaves room for a number that makes it unique', () => {
    expect(slug.safeParse(`${slugOf('x'.repeat(200))}-9999`).success).toBe(true);
  });
});
