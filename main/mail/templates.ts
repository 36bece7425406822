import type { MailKind } from '../database/schema.ts';
import { escapeHtml } from './escape-html.ts';

/** Template values other than the link; stored with the email. */
export type MailParams = Record<string, string>;

interface Template {
  subject: (params: MailParams) => string;
  /** Paragraphs before the link. */
  before: (params: MailParams) => string[];
  /** The button's text; absent if the email has no link. */
  action?: string;
  /** Paragraphs after the link. */
  after: (params: MailParams) => string[];
}

const templates: Record<MailKind, Template> = {
  verification: {
    subject: () => 'Verify your e-mail address',
    before: ({ name }) => [`Hello ${name},`, 'please confirm that this e-mail address is yours.'],
    action: 'Verify address',
    after: () => ['The link is valid for 24 hours. If you did not ask for this, you can ignore this mail.'],
  },
  password_reset: {
    subject: () => 'Reset your password',
    before: ({ name }) => [`Hello ${name},`, 'somebody, probably you, asked to reset the password of your account.'],
    action: 'Choose a new password',
    after: () => [
      'The link is valid for 1 hour and works once. If it was not you, you can ignore this mail: nothing has changed.',
    ],
  },
  invitation: {
    subject: ({ inviter_name, tenant_name }) => `${inviter_name} invites you to ${tenant_name}`,
    before: ({ inviter_name, tenant_name, role }) => [
      'Hello,',
      `${inviter_name} invites you to join ${tenant_name} as ${role}.`,
    ],
    action: 'Accept the invitation',
    after: () => ['The link is valid for 7 days. If you do not know the sender, you can ignore this mail.'],
  },
  email_changed: {
    subject: () => 'Your e-mail address is about to change',
    before: ({ name, new_email }) => [
      `Hello ${name},`,
      `somebody signed in to your account asked to change its e-mail address to ${new_email}. The change takes effect as soon as the new address is verified.`,
      'If it was not you, take it back: the address stays, or comes back, and every session of the account ends.',
    ],
    action: 'Take the change back',
    after: () => ['The link is valid for 7 days.'],
  },
  password_changed: {
    subject: () => 'Your password was changed',
    before: ({ name, ip_address }) => [
      `Hello ${name},`,
      `the password of your account was changed from the address ${ip_address}. Other sessions have ended.`,
      'If it was not you, reset your password at once and tell the owner of your team.',
    ],
    after: () => [],
  },
  second_factor_on: {
    subject: () => 'Your second factor is turned on',
    before: ({ name, ip_address }) => [
      `Hello ${name},`,
      `a second factor was set up for your account from the address ${ip_address}. From now on, signing in asks for a code of the authenticator.`,
      'If it was not you, reset your password at once and tell the owner of your team, who can take the second factor away.',
    ],
    after: () => [],
  },
  second_factor_off: {
    subject: () => 'Your second factor is turned off',
    before: ({ name, ip_address }) => [
      `Hello ${name},`,
      `the second factor of your account was turned off from the address ${ip_address}. Signing in asks for your password alone.`,
      'If it was not you, reset your password at once, set the second factor up again and tell the owner of your team.',
    ],
    after: () => [],
  },
  second_factor_reset: {
    subject: () => 'Your second factor was reset',
    before: ({ name, actor_name }) => [
      `Hello ${name},`,
      `${actor_name}, an owner of your team, took the second factor of your account away. Your sessions have ended, and signing in asks for your password alone.`,
      'If you did not ask for this, talk to the owner, and set a second factor up again after signing in.',
    ],
    after: () => [],
  },
  api_key_created: {
    subject: ({ key_name }) => `A new API key: ${key_name}`,
    before: ({ name, key_name, prefix, scopes, ends, ip_address }) => [
      `Hello ${name},`,
      `the API key ${key_name}, which begins with ${prefix}, was created for your account from the address ${ip_address}. It may: ${scopes}. It ends: ${ends}.`,
      'If it was not you, revoke the key in your profile and reset your password at once.',
    ],
    after: () => [],
  },
};

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** The subject alone, always a single line, whatever the names contain. */
export const mailSubject = (kind: MailKind, params: MailParams): string =>
  templates[kind].subject(params).replaceAll(/\s+/g, ' ');

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:32px 16px;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:520px;margin:0 auto">
${body}
<p style="color:#777;font-size:13px;margin-top:32px">Sent by Castellan</p>
</div>
</body>
</html>
`;

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

const button = (label: string, url: string): string =>
  `<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:#31518f;color:#fff;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="font-size:13px;word-break:break-all">${escapeHtml(url)}</p>`;

/** The email that proves a mail server works. */
export const testMail = (name: string): RenderedMail => {
  const subject = 'A test mail of Castellan';
  const lines = [`Hello ${name},`, 'this mail shows that Castellan can send mails through the server that was set.'];
  return {
    subject,
    text: `${[...lines, '-- \nCastellan'].join('\n\n')}\n`,
    html: page(subject, lines.map(paragraph).join('\n')),
  };
};

const appLink = (url: string): string =>
  `<p style="font-size:13px;word-break:break-all">${inTheApp} <a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`;

const inTheApp = 'Or in the Castellan app on this computer:';

/**
 * Renders an email as text and HTML, with every value escaped. `url` is absent if the email has no link, `appUrl` if no
 * desktop app would open it.
 */
export const renderMail = (
  kind: MailKind,
  params: MailParams,
  url: string | undefined,
  appUrl?: string,
): RenderedMail => {
  const { before, action, after } = templates[kind];
  const subject = mailSubject(kind, params);
  const link = action !== undefined && url !== undefined ? { label: action, url } : undefined;
  const inApp = link && appUrl;
  const text = [
    ...before(params),
    ...(link ? [`${link.label}: ${link.url}`] : []),
    ...(inApp ? [`${inTheApp} ${inApp}`] : []),
    ...after(params),
    '-- \nCastellan',
  ];
  const html = [
    ...before(params).map(paragraph),
    ...(link ? [button(link.label, link.url)] : []),
    ...(inApp ? [appLink(inApp)] : []),
    ...after(params).map(paragraph),
  ];
  return { subject, text: `${text.join('\n\n')}\n`, html: page(subject, html.join('\n')) };
};
