import { describe, expect, it } from 'vitest';
import { mailVariant } from '#e2e/support/stored-variants.ts';
import { mailKinds } from '#shared/contract/mail/resources.ts';
import { reminderReasons } from '#shared/flows/upgrade-reminders.ts';
import { accentShade } from '#shared/rules/accent-color.ts';
import { preferencesPage } from './mail-pages.ts';
import { mailValues } from './mail-params.ts';
import { mailTexts } from './mail-texts.ts';
import { mailSubject, renderMail } from './templates.ts';

const url = 'https://console.example/page#token=abc';
const preferencesUrl = 'https://console.example/preferences';
const appUrl = 'castellan://page#token=abc';
const brand = { name: 'Ember & Oak', logo: 'cid:logo', accent: '#ffd400', signInSlug: 'ember', invitationText: null };
const signInUrl = 'https://console.example/sign-in/ember';

const variants = mailKinds.flatMap((kind) =>
  Object.keys(mailTexts).flatMap((language) =>
    (kind === 'upgrade_reminder' ? reminderReasons : ['window_unpaid']).map((reason) => ({
      name: `${kind} in ${language}${kind === 'upgrade_reminder' ? `, ${reason}` : ''}`,
      kind,
      params: { ...mailVariant(kind), language, reason },
    })),
  ),
);
const decoded = (html: string): string =>
  html.replaceAll(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  );
/** What a reader of the HTML reads, piece by piece. */
const piecesOf = (html: string): string[] =>
  decoded(html.slice(html.indexOf('<body')).replaceAll(/<[^>]*>/g, '\n'))
    .split('\n')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

describe.each(variants)('$name', ({ kind, params }) => {
  const mail = renderMail(kind, params, url, { appUrl, preferencesUrl, signInUrl, brand });

  it('has a subject that fits in a list', () => {
    expect([...mail.subject].length).toBeLessThanOrEqual(78);
    const long = Object.entries(params).map(([name, value]) => [
      name,
      mailValues[name as keyof typeof mailValues] === 'text' ? 'Name '.repeat(20) : value,
    ]);
    expect([...mailSubject(kind, Object.fromEntries(long))].length).toBeLessThanOrEqual(150);
  });

  it('has one button at most, and no address where the reader sees it', () => {
    expect(mail.html.match(/class="button"/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(piecesOf(mail.html).filter((piece) => /:\/\//.test(piece))).toEqual([]);
  });

  it('says why its reader gets it, and where a switch turns it off', () => {
    expect(mail.text).toMatch(/You’re getting this email because .+\.\n|Sie erhalten diese E-Mail, weil .+\.\n/);
    const canBeOff = !/can’t be turned off|lassen sich nicht abschalten/.test(mail.text);
    if (preferencesPage(kind)) expect(canBeOff).toBe(true);
  });

  it('has everything of its HTML in its text', () => {
    const pieces = piecesOf(mail.html);
    expect(pieces.length).toBeGreaterThan(3);
    for (const piece of pieces) expect(mail.text).toContain(piece);
    for (const [, href = ''] of mail.html.matchAll(/href="([^"]*)"/g)) expect(mail.text).toContain(decoded(href));
  });

  it('is made for light and dark screens', () => {
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    const { fill, text } = accentShade(brand.accent, 'dark');
    expect(mail.html).toContain(`.button{background:${fill}!important;color:${text}!important}`);
    if (!mail.html.includes('<a href')) return;
    expect(mail.html).toContain(`background:${accentShade(brand.accent, 'light').fill}`);
  });
});
