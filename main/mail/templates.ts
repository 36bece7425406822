import type { MailKind } from '#shared/contract/mail/resources.ts';
import { isTimeZone } from '#shared/contract/preferences.ts';
import { day as dayMs, lifetimesMs } from '#shared/rules/limits.ts';
import { withoutLinks } from '#shared/text-input/without-links.ts';
import { escapeHtml } from './escape-html.ts';
import { kindValues, type TextValues } from './kind-values.ts';
import { type MailParams, type MailValue, safeValues } from './mail-params.ts';
import type { MailText } from './mail-text.ts';
import { type MailLanguage, mailLanguage, mailTexts } from './mail-texts.ts';
import { noticeSpec } from './notice-kinds.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** The logo of an organization, as an email refers to it. */
export interface MailLogo {
  readonly src: string;
  /** What mail programs show that load no images. */
  readonly name: string;
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

/** Who did what a notice is about, when, and from where. Notices that an earlier version queued don't tell. */
const facts = (kind: MailKind, params: MailParams, language: MailLanguage): string[] => {
  const { by, at, time_zone = 'UTC', actor_name, device, ip_address } = params;
  if (!noticeSpec(kind) || by === undefined || at === undefined) return [];
  const { frame } = mailTexts[language];
  const who = by === 'operator' ? frame.operator : by === 'self' ? frame.self : (actor_name ?? '…');
  return [
    frame.by(who),
    frame.when(moment(at, time_zone, language)),
    ...(device !== undefined && ip_address !== undefined ? [frame.from(device, ip_address)] : []),
  ];
};

const why = (kind: MailKind, params: TextValues<MailKind>, language: MailLanguage): string[] => {
  const about = params.at === undefined ? undefined : noticeSpec(kind)?.about;
  return about ? [mailTexts[language].frame.why[about](params)] : [];
};

/** An instant as a date in UTC; another text without links. */
const day = (instant: string, language: MailLanguage): string => {
  const at = Date.parse(instant);
  return Number.isNaN(at)
    ? withoutLinks(instant)
    : new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
};

const textsOf = (kind: MailKind, language: MailLanguage): MailText<MailKind> => mailTexts[language].kinds[kind];

/** The subject alone, always a single line without links, whatever the names contain. */
export const mailSubject = (kind: MailKind, params: MailParams): string =>
  textsOf(kind, languageOf(params)).subject(localized(kind, params));

/** The color of buttons and links, as in the console's light scheme. */
const brand = '#146a5d';

const heading = (logo: MailLogo | undefined): string =>
  logo
    ? `<img src="${escapeHtml(logo.src)}" alt="${escapeHtml(withoutLinks(logo.name))}" height="40" style="display:block;margin:0 0 24px;height:40px;max-width:240px;object-fit:contain;object-position:left">`
    : `<p style="margin:0 0 24px;color:${brand};font-size:18px;font-weight:700">Castellan</p>`;

const page = (language: MailLanguage, title: string, body: string, logo?: MailLogo): string => `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light only"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f4f6f6;color:#1b2426;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:520px;margin:0 auto;padding:24px 32px;background:#fff;border:1px solid #dde3e3;border-radius:8px">
${heading(logo)}
${body}
</div>
<p style="max-width:520px;margin:16px auto 0;color:#5b6b6e;font-size:13px">${mailTexts[language].footer}</p>
</body>
</html>
`;

const paragraph = (...lines: string[]): string => `<p>${lines.map(escapeHtml).join('<br>')}</p>`;

const button = (label: string, url: string): string =>
  `<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:${brand};color:#fff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="color:#5b6b6e;font-size:13px;word-break:break-all">${escapeHtml(url)}</p>`;

const signature = '-- \nCastellan';

/** The email that proves a mail server works. */
export const testMail = (name: string, language: MailLanguage): RenderedMail => {
  const { greeting, test } = mailTexts[language];
  const lines = [greeting(withoutLinks(name)), test.text];
  return {
    subject: test.subject,
    text: `${[...lines, signature].join('\n\n')}\n`,
    html: page(language, test.subject, lines.map((line) => paragraph(line)).join('\n')),
  };
};

const appLink = (words: string, url: string): string =>
  `<p style="color:#5b6b6e;font-size:13px;word-break:break-all">${words} <a href="${escapeHtml(url)}" style="color:${brand}">${escapeHtml(url)}</a></p>`;

/**
 * Renders an email as text and HTML, with every value escaped, in the language of `params`. `url` is absent if the email
 * has no link, `appUrl` if no desktop app would open it.
 */
export const renderMail = (
  kind: MailKind,
  params: MailParams,
  url: string | undefined,
  appUrl?: string,
  logo?: MailLogo,
): RenderedMail => {
  const language = languageOf(params);
  const { greeting, inTheApp } = mailTexts[language];
  const { before, action, after } = textsOf(kind, language);
  const values = localized(kind, params);
  const subject = mailSubject(kind, params);
  const opening = [greeting(values.name), ...before(values)];
  const factLines = facts(kind, values, language);
  const closing = [...(typeof after === 'function' ? after(values) : after), ...why(kind, values, language)];
  const label = typeof action === 'function' ? action(values) : action;
  const link = label !== undefined && url !== undefined ? { label, url } : undefined;
  const inApp = link && appUrl;
  const text = [
    ...opening,
    ...(factLines.length > 0 ? [factLines.join('\n')] : []),
    ...(link ? [`${link.label}: ${link.url}`] : []),
    ...(inApp ? [`${inTheApp} ${inApp}`] : []),
    ...closing,
    signature,
  ];
  const html = [
    ...opening.map((line) => paragraph(line)),
    ...(factLines.length > 0 ? [paragraph(...factLines)] : []),
    ...(link ? [button(link.label, link.url)] : []),
    ...(inApp ? [appLink(inTheApp, inApp)] : []),
    ...closing.map((line) => paragraph(line)),
  ];
  return { subject, text: `${text.join('\n\n')}\n`, html: page(language, subject, html.join('\n'), logo) };
};
