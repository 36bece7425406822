import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reasonMessage } from '../texts/field-reasons.ts';
import * as field from './fields.ts';

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown): boolean =>
  schema.safeParse(value).success;

/** Every text field rejects these non-text values. */
const noText = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()), fc.object());

describe('email addresses', () => {
  const word = fc.stringMatching(/^[a-zA-Z0-9]{1,12}$/);
  const top = fc.stringMatching(/^[a-zA-Z]{2,6}$/);
  const address = fc.tuple(word, word, top).map(([local, host, end]) => `${local}@${host}.${end}`);

  it('are converted to lowercase', () => {
    fc.assert(
      fc.property(address, (text) => {
        expect(field.email.parse(text)).toBe(text.toLowerCase());
      }),
    );
  });

  it('reject control characters, spaces, angle brackets, commas and a second @, so that no mail header can be injected', () => {
    const evil = fc.constantFrom('\r', '\n', '\0', '\t', ' ', '<', '>', ',', ';', '@', '"', '(', ')');
    fc.assert(
      fc.property(address, evil, fc.nat(), (text, mark, at) => {
        const position = at % (text.length + 1);
        const spoilt = text.slice(0, position) + mark + text.slice(position);
        // Blanks around an address are trimmed.
        if (spoilt.trim() === text) expect(field.email.parse(spoilt)).toBe(text.toLowerCase());
        else expect(accepts(field.email, spoilt)).toBe(false);
      }),
    );
  });

  it.each([
    '',
    'a',
    '@',
    'a@',
    '@b.co',
    'a@b',
    'a@b.c',
    'a..b@c.de',
    '.a@b.co',
    'a@-b.co',
    'a@b..co',
    'a@b.co.',
    'a@ä',
    'a@b.c\u00adom',
    'a@127.0.0.1',
    'a@１２７.0.0.1',
    'a@b/c.de',
    'a@b_c.de',
    'a\u202e@b.co',
    'a\u00a0b@c.de',
    '"a"@b.co',
    'a@[127.0.0.1]',
    `${'x'.repeat(65)}@b.co`,
    `${'é'.repeat(33)}@b.co`,
    `a@${'x'.repeat(64)}.co`,
  ])('reject %j', (text) => {
    expect(accepts(field.email, text)).toBe(false);
  });

  it('accept at most 254 characters', () => {
    const longest = `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}abcdef`;
    expect(longest).toHaveLength(254);
    expect(accepts(field.email, longest)).toBe(true);
    expect(accepts(field.email, `${longest}g`)).toBe(false);
  });

  it.each([
    ['user=x@example.com', 'user=x@example.com'],
    ['user%x@example.com', 'user%x@example.com'],
    ['user/x@example.com', 'user/x@example.com'],
    ["o'neill+tag@example.com", "o'neill+tag@example.com"],
    ['u!#$&*x@example.com', 'u!#$&*x@example.com'],
    ['?^`{|}~@example.com', '?^`{|}~@example.com'],
    ['Jörg@example.com', 'jörg@example.com'],
    ['用户@example.com', '用户@example.com'],
    ['user@München.de', 'user@xn--mnchen-3ya.de'],
    ['user@xn--mnchen-3ya.de', 'user@xn--mnchen-3ya.de'],
    ['user@例え.テスト', 'user@xn--r8jz45g.xn--zckzah'],
    [' \tuser@example.com\n', 'user@example.com'],
    [`${'x'.repeat(64)}@b.co`, `${'x'.repeat(64)}@b.co`],
  ])('accept %j, as RFC 5321 and RFC 6531 do', (text, stored) => {
    expect(field.email.parse(text)).toBe(stored);
  });

  it('are stored in one form, however they are written', () => {
    expect(field.email.parse('jo\u0308rg@example.com')).toBe(field.email.parse('j\u00f6rg@example.com'));
    // A Cyrillic look-alike of exаmple.com.
    expect(field.email.parse('a@ex\u0430mple.com')).toBe('a@xn--exmple-4nf.com');
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        fc.string({ unit: 'grapheme', maxLength: 8 }),
        (a, b) => {
          const first = field.email.safeParse(`${a}@${b}.example.com`);
          if (first.success) expect(field.email.parse(first.data)).toBe(first.data);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('new passwords', () => {
  it('need at least 8 characters of any kind', () => {
    for (const unit of ['a', 'é', '€', '😀', 'e\u0301']) {
      expect(accepts(field.newPassword, unit.repeat(7))).toBe(false);
      expect(accepts(field.newPassword, unit.repeat(8))).toBe(true);
    }
  });

  it('report only once that they are too short', () => {
    const issues = ['', 'abc', '😀😀😀😀'].map((text) => field.newPassword.safeParse(text).error?.issues);
    for (const seen of issues)
      expect(seen?.map(({ message }) => message)).toEqual([reasonMessage('too_short', { min: 8 })]);
  });

  it('are not trimmed', () => {
    expect(field.newPassword.parse('  pass   ')).toBe('  pass   ');
  });
});

describe('slugs and path parameters', () => {
  it('accept what the pattern allows', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,4}$/), (text) => {
        expect(field.slug.parse(text)).toBe(text);
      }),
    );
  });

  it.each(['', '-', '-a', 'a-', 'a--b', 'A', 'a b', 'a/b', '..', 'a_b', 'ä', 'a\n', 'a'.repeat(65)])(
    'reject %j',
    (text) => {
      expect(accepts(field.slug, text)).toBe(false);
    },
  );

  it('accept any id of 1 to 64 characters, because a missing one returns 404', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        expect(accepts(field.id, text)).toBe(text.length >= 1 && text.length <= 64);
      }),
    );
  });
});

describe('timestamps', () => {
  it('are in UTC with milliseconds', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
        (at) => {
          expect(accepts(field.timestamp, at.toISOString())).toBe(true);
        },
      ),
    );
  });
  it.each([
    '2026-01-15T12:00:00Z',
    '2026-01-15T12:00:00.000',
    '2026-01-15T12:00:00.000+00:00',
    '2026-02-30T12:00:00.000Z',
  ])('reject %s', (text) => {
    expect(accepts(field.timestamp, text)).toBe(false);
  });
});

describe('text fields', () => {
  it('accept only text', () => {
    const { email, name, newPassword, password, token, slug, id } = field;
    fc.assert(
      fc.property(noText, (value) => {
        for (const schema of [email, name, newPassword, password, token, slug, id]) {
          expect(accepts(schema, value)).toBe(false);
        }
      }),
    );
  });
});

describe('pages', () => {
  it.each([
    [{}, { limit: 100, offset: 0 }],
    [
      { limit: 1000, offset: 5, q: ' ada ' },
      { limit: 1000, offset: 5, q: 'ada' },
    ],
  ])('parse %j as %j', (input, expected) => {
    const seen = Object.fromEntries(
      Object.entries(field.page)
        .map(([name, schema]) => [name, schema.parse((input as Record<string, unknown>)[name])])
        .filter(([, value]) => value !== undefined),
    );
    expect(seen).toEqual(expected);
  });
  it.each([0, -1, 1001, 1.5, Number.NaN, '10', null])('reject a limit of %j', (limit) =>
    expect(accepts(field.page.limit, limit)).toBe(false),
  );
  it.each([-1, 0.5, 10_000_001, '0'])('reject an offset of %j', (offset) =>
    expect(accepts(field.page.offset, offset)).toBe(false),
  );
});
