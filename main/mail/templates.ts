import type { MailKind } from '#shared/contract/mail/resources.ts';
import { isTimeZone } from '#shared/contract/preferences.ts';
import { day as dayMs, lifetimesMs } from '#shared/rules/limits.ts';
import { paragraphsWithoutLinks } from '#shared/text-input/link-free.ts';
import { withoutLinks } from '#shared/text-input/without-links.ts';
import { kindValues, type TextValues } from './kind-values.ts';
import { type Block, letterHtml, letterText, type MailBrand } from './layout.ts';
import { type MailParams, type MailValue, mailValues, safeValues } from './mail-params.ts';
import type { ReasonedText } from './mail-text.ts';
import { type MailLanguage, mailLanguage, mailTexts } from './mail-texts.ts';
import { noticeSpec } from './notice-kinds.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const languageOf = ({ language }: MailParams): MailLanguage => mailLanguage(language);

/** What stands for a value that an earlier version didn't store. */
const missing = (name: MailValue): string => (name === 'days' ? String(lifetimesMs.invitation / dayMs) : '…');

/** Stored values in the reader's language, without links that someone typed. */
const localized = (kind: MailKind, stored: MailParams): TextValues<MailKind> => {
  const params = {
    ...Object.fromEntries(kindValues[kind].map((name) => [name, missing(name)])),
    ...safeValues(stored),
  };
  const language = languageOf(params);
  const { roles, never, scopes: scopeTexts, policies: policyTexts } = mailTexts[language];
  const { role, ends, due, deadline, time_zone = 'UTC', scopes, policies, amount } = params;
  return {
    ...params,
    ...(role !== undefined && { role: names(roles, role) }),
    ...(scopes !== undefined && { scopes: listOf(scopeTexts, scopes) }),
    ...(policies !== undefined && { policies: listOf(policyTexts, policies) }),
    ...(due !== undefined && { due: day(due, language) }),
    ...(deadline !== undefined && { deadline: moment(deadline, time_zone, language) }),
    ...(amount && { amount: money(amount, language) }),
    ...(ends !== undefined && { ends: ends === 'never' ? never : day(ends, language) }),
    // It has the values of its kind, and no text reads those of another.
  } as TextValues<MailKind>;
};

/** The text of a stored name; of one that this version doesn't know, the name itself. */
const names = (texts: Readonly<Record<string, string>>, name: string): string => texts[name] ?? withoutLinks(name);

/** `120.00 USD` as the reader's language writes it; another text as it is. */
const money = (text: string, language: MailLanguage): string => {
  const [amount = '', currency = ''] = text.split(' ');
  if (!/^[A-Z]{3}$/.test(currency)) return text;
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(amount));
};

const listOf = (texts: Readonly<Record<string, string>>, list: string): string =>
  list
    .split(', ')
    .map((name) => names(texts, name))
    .join('; ');

/** An instant in a time zone, and the zone's name; another text without links. */
const moment = (instant: string, timeZone: string, language: MailLanguage): string => {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return withoutLinks(instant);
  const parts = { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  // A stored zone may be one that this version's Node doesn't know.
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  return new Intl.DateTimeFormat(language, { ...parts, timeZone: zone, timeZoneName: 'short' }).format(at);
};

/** Who did what an email is about, when, and from where. Emails that an earlier version queued don't tell. */
const facts = (params: MailParams, language: MailLanguage): Block[] => {
  const { by, at, time_zone = 'UTC', actor_name, device, ip_address } = params;
  if (at === undefined) return [];
  const { frame } = mailTexts[language];
  const name = actor_name ?? '…';
  const known = { operator: frame.operator, self: frame.self, service_account: frame.serviceAccount(name) };
  const who = known[by as keyof typeof known] ?? name;
  const where = [device, ip_address && frame.address(ip_address)].filter((part) => part !== undefined);
  return [
    {
      facts: [
        ...(by === undefined ? [] : [[frame.by, who] as const]),
        [frame.when, moment(at, time_zone, language)],
        ...(where.length > 0 ? [[frame.from, where.join(', ')] as const] : []),
      ],
    },
  ];
};

/** Why its reader gets an email. Notices that an earlier version queued don't tell. */
const reason = (kind: MailKind, params: TextValues<MailKind>, language: MailLanguage): Block[] => {
  const about = noticeSpec(kind)?.about;
  return about && params.at === undefined ? [] : [{ text: textsOf(kind, language).why(params) }];
};

/** An instant as a date in UTC; another text without links. */
const day = (instant: string, language: MailLanguage): string => {
  const at = Date.parse(instant);
  return Number.isNaN(at)
    ? withoutLinks(instant)
    : new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
};

const textsOf = (kind: MailKind, language: MailLanguage): ReasonedText<MailKind> => mailTexts[language].kinds[kind];

/** As much of a name as a subject holds. */
const clipped = (text: string): string => {
  const letters = [...text];
  return letters.length <= subjectNameLetters
    ? text
    : `${letters
        .slice(0, subjectNameLetters - 1)
        .join('')
        .trimEnd()}…`;
};
const subjectNameLetters = 40;

/** The subject alone, always a single line without links, whatever the names contain. */
export const mailSubject = (kind: MailKind, params: MailParams): string => {
  const language = languageOf(params);
  const values = Object.entries(localized(kind, params)).map(([name, value]) => [
    name,
    mailValues[name as MailValue] === 'text' ? clipped(value) : value,
  ]);
  // The same values, shorter.
  return textsOf(kind, language).subject(Object.fromEntries(values) as TextValues<MailKind>);
};

/** The email that proves a mail server works. */
export const testMail = (name: string, language: MailLanguage): RenderedMail => {
  const { greeting, sender, test } = mailTexts[language];
  const body = [greeting(withoutLinks(name)), test.text].map((text) => ({ text }));
  const footer = [{ text: test.why }];
  const letter = { language, subject: test.subject, body, footer, sender: sender(undefined), brand: undefined };
  return { subject: test.subject, text: letterText(letter), html: letterHtml(letter) };
};

/** Where an email leads, and how its organization shows itself. */
export interface MailPlaces {
  /** The same link for the desktop app; absent if none would open it. */
  readonly appUrl?: string | undefined;
  /** Where its reader chooses which emails they get; absent if they can't. */
  readonly preferencesUrl?: string | undefined;
  /** Where the organization's own sign-in page is; absent if it has none. */
  readonly signInUrl?: string | undefined;
  readonly brand?: MailBrand | undefined;
}

/**
 * Renders an email as text and HTML, with every value escaped, in the language of `params`. `url` is absent if the email
 * has no link.
 */
export const renderMail = (
  kind: MailKind,
  params: MailParams,
  url: string | undefined,
  { appUrl, preferencesUrl, signInUrl, brand }: MailPlaces = {},
): RenderedMail => {
  const language = languageOf(params);
  const { greeting, inTheApp, preferences, signIn, sender } = mailTexts[language];
  const { before, action, after } = textsOf(kind, language);
  const values = localized(kind, params);
  const subject = mailSubject(kind, params);
  const text = (lines: readonly string[]): Block[] => lines.map((line) => ({ text: line }));
  const own =
    kind === 'invitation' && brand?.invitationText != null ? paragraphsWithoutLinks(brand.invitationText) : undefined;
  const label = typeof action === 'function' ? action(values) : action;
  const button = label !== undefined && url !== undefined ? { label, url } : undefined;
  const letter = {
    language,
    subject,
    body: [
      ...text([greeting(values.name), ...before(values, own)]),
      ...facts(values, language),
      ...(button ? [{ button }] : []),
      ...(button && appUrl ? [{ link: { label: inTheApp, url: appUrl } }] : []),
      ...text(typeof after === 'function' ? after(values) : after),
    ],
    footer: [
      ...reason(kind, values, language),
      ...(signInUrl && brand ? [{ link: { label: signIn(brand.name), url: signInUrl } }] : []),
      ...(preferencesUrl ? [{ link: { label: preferences, url: preferencesUrl } }] : []),
    ],
    sender: sender(brand?.name),
    brand,
  };
  return { subject, text: letterText(letter), html: letterHtml(letter) };
};
