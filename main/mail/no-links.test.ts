import { isDeepStrictEqual } from 'node:util';
import { LinkifyIt } from 'linkify-it';
import { describe, expect, it, test } from 'vitest';
import { mailKinds } from '#shared/contract/mail/resources.ts';
import { reminderReasons } from '#shared/flows/upgrade-reminders.ts';
import { withoutLinks } from '#shared/text-input/without-links.ts';
import { type MailParams, mailValues } from './mail-params.ts';
import { mailTexts } from './mail-texts.ts';
import { renderMail, testMail } from './templates.ts';

/** Finds what mail programs turn into links, also without a scheme. */
const linker = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true })
  .add('javascript:', { validate: (text, at) => /^\S*/.exec(text.slice(at))?.[0].length ?? 0 })
  .add('tel:', { validate: (text, at) => /^\S*/.exec(text.slice(at))?.[0].length ?? 0 })
  .tlds(['com', 'example', 'xn--p1ai', 'рф'], true);
/** As some mail programs read it. */
const lenient = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll('\u3002', '.')
    .replaceAll(/[\u200b-\u200d\u00ad]/g, '');
const linksIn = (text: string): string[] =>
  [text, lenient(text)].flatMap((read) => linker.match(read) ?? []).map(({ url }) => url);

const hostile = [
  'https://evil.example/unlock',
  'evil.example/unlock',
  'evil.com',
  'Unlock your account at evil.example.',
  'www.evil.com/unlock',
  'xn--e1afmkfd.xn--p1ai',
  'пример.рф/вход',
  'evil\u3002example',
  'evil\uff0eexample/unlock',
  'evil\uff61com',
  'evil\u2024com',
  'evil\u200b.\u200bexample',
  'evil.\u200dexample',
  'ev\u00adil.com',
  '\u202eevil.com',
  'evil\u2488com',
  'evil.\u2488\u2488com',
  'https\uff1a//evil.com',
  'https:\uff0f\uff0fevil.com',
  'ht\u200btps://evil.com',
  '//evil.com/unlock',
  '//localhost/unlock',
  'ftp://evil.com',
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'mailto:thief@evil.com',
  'thief@evil.com',
  'thief\uff20evil.com',
  'tel:+4917012345678',
  '192.0.2.1',
  '192.0.2.1:8080/unlock',
  'http://[2001:db8::1]/',
  'evil.com\nhttps://evil.example',
  '(evil.com)',
  '"evil.com"',
  'evil-.com',
  'a.b.c.d.evil.com',
];

/** One value of each, without a link. */
const harmless: MailParams = {
  ...(Object.fromEntries(Object.keys(mailValues).map((name) => [name, 'Plain'])) as MailParams),
  new_email: 'new address',
  site: 'this server',
  ip_address: 'somewhere',
};
const decode = (html: string): string =>
  html
    .replaceAll(/<[^>]*?alt="([^"]*)"[^>]*>/g, ' $1 ')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
    );
const rendered = (kind: (typeof mailKinds)[number], params: MailParams) => {
  const { subject, text, html } = renderMail(kind, params, undefined, {
    brand: {
      name: withoutLinks(params.tenant_name ?? ''),
      logo: 'cid:logo',
      accent: null,
      signInSlug: null,
      invitationText: params.tenant_name ?? null,
    },
  });
  expect(html).not.toContain('href=');
  return { subject, text, html: decode(html) };
};
/** Values that people choose, or that this version may not know. `reason` and `language` choose a text, and are in none. */
const typed = (Object.keys(mailValues) as (keyof typeof mailValues)[]).filter(
  (name) => ['text', 'word', 'time'].includes(mailValues[name]) && name !== 'language' && name !== 'reason',
);

test('the linker finds what is to be kept out', () => {
  const missed = hostile.filter((value) => linksIn(value).length === 0);
  expect(missed).toEqual(['192.0.2.1:8080/unlock', 'evil-.com']);
});

test('no character is read as a part of a link', () => {
  const characters = Array.from({ length: 0x1_ff_ff }, (_, code) => String.fromCodePoint(code)).filter((character) =>
    /[.:/@]/.test(lenient(character)),
  );
  expect(characters.length).toBeGreaterThan(40);
  for (const character of characters) {
    for (const value of [`evil${character}com`, `evil.${character}com`, `https:${character}${character}evil com`]) {
      expect(linksIn(withoutLinks(value)), JSON.stringify(value)).toEqual([]);
    }
  }
});

describe.each(Object.keys(mailTexts))('no value becomes a link in an email in %s', (language) => {
  it.each(mailKinds)('of kind %s', (kind) => {
    const reasons = kind === 'upgrade_reminder' ? reminderReasons : ['Plain'];
    for (const [index, reason] of reasons.entries()) {
      // A reason is a text of its own, with the same values: each takes its share of the others.
      const values = hostile.filter((_, at) => at % reasons.length === index || index === 0);
      const base = { ...harmless, language, reason };
      const plain = rendered(kind, base);
      for (const part of Object.values(plain)) expect(linksIn(part)).toEqual([]);
      // Most emails mention few values.
      const isMentioned = (name: (typeof typed)[number]) =>
        ['elsewhere', 'https://evil.example'].some(
          (value) => !isDeepStrictEqual(rendered(kind, { ...base, [name]: value }), plain),
        );
      for (const name of typed.filter(isMentioned)) {
        for (const value of values) {
          const shown = rendered(kind, { ...base, [name]: value });
          for (const part of ['subject', 'text', 'html'] as const) {
            if (shown[part] === plain[part]) continue;
            expect(linksIn(shown[part]), `${name} ${JSON.stringify(value)} in the ${part}`).toEqual([]);
          }
        }
      }
    }
  });

  it('of a test', () => {
    for (const value of hostile) {
      const { subject, text, html } = testMail(value, language as 'en');
      for (const part of [subject, text, decode(html)]) expect(linksIn(part), value).toEqual([]);
    }
  });
});

describe('values that have a form', () => {
  it('are shown as they are if they fit, and are cleaned if they do not', () => {
    const shown = renderMail('email_changed', { name: 'Ann', new_email: 'new@example.com' }, undefined).text;
    expect(shown).toContain('to new@example.com.');
    const notOne = renderMail('email_changed', { name: 'Ann', new_email: 'see https://evil.com' }, undefined).text;
    expect(notOne).toContain('to see.');
    for (const [ip_address, told] of [
      ['192.0.2.1', '192.0.2.1'],
      ['2001:db8::1', '2001:db8::1'],
      ['evil.com', 'evil com'],
    ]) {
      const params = {
        name: 'Ann',
        by: 'self',
        at: '2026-11-26T08:00:00.000Z',
        device: 'Firefox',
        ip_address: ip_address ?? '',
      };
      expect(renderMail('password_changed', params, undefined).text).toContain(`Firefox, IP address ${told}\n`);
    }
  });
});

describe('names without links', () => {
  it.each([
    ['Zoë Ó Brádaigh, Dr. No & Söhne 山田', 'Zoë Ó Brádaigh, Dr. No & Söhne 山田'],
    ['Acme GmbH & Co. KG (Berlin)', 'Acme GmbH & Co. KG (Berlin)'],
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['Family 👩\u200d👩\u200d👧', 'Family 👩\u200d👩\u200d👧'],
    ['Shift 10:30', 'Shift 10:30'],
    ['mail.example.com', 'mail example com'],
    ['https://evil.com', '…'],
  ])('%j is %j', (name, told) => {
    expect(withoutLinks(name)).toBe(told);
  });
});
