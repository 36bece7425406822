import { describe, expect, it } from 'vitest';
import type { MailKind } from '#shared/contract/mail/resources.ts';
import { mailKinds } from '#shared/contract/mail/resources.ts';
import { reminderReasons } from '#shared/flows/upgrade-reminders.ts';
import { escapeHtml } from './escape-html.ts';
import { isMailed, linkUrl } from './link-url.ts';
import { mailLanguage, mailTexts } from './mail-texts.ts';
import { type NoticeKind, noticeKinds } from './notice-kinds.ts';
import { memberNotices } from './notices/members.ts';
import { mailSubject, renderMail, testMail } from './templates.ts';

const url = 'https://console.example/verify#token=abc&x="y"';
const params = {
  name: 'Zoë',
  tenant_name: 'Acme & Söhne',
  inviter_name: 'Ana',
  inviter_email: 'ana@example.com',
  role: 'admin',
  new_email: 'new@example.com',
  ip_address: '192.0.2.1',
  actor_name: 'Olga',
  kind: 'api_key',
  key_name: 'Nightly backup',
  passkey_name: 'Work laptop',
  site: 'castellan.example',
  prefix: 'castellan_abc123',
  scopes: 'team.read, audit.read',
  ends: '2027-01-01T00:00:00.000Z',
  server: 'mail-1',
  service_id: '12345',
  reason: 'invoice_due',
  due: '2026-12-10',
  owner_name: 'Linus',
  member_name: 'Mira',
  member_email: 'mira@example.com',
  workspace_name: 'Website',
  group_name: 'Support',
  custom_role: 'Auditor',
  workspaces: '3',
  owner_email: 'linus@example.com',
  policies: 'default_role, email_domains',
  by: 'member',
  at: '2026-11-26T12:39:34.000Z',
  time_zone: 'Europe/Berlin',
  device: 'Firefox on Linux',
};
/** Their readers can do nothing in the console. */
const withoutLink: MailKind[] = ['account_disabled', 'member_removed'];
const withLink = mailKinds.filter((kind) => !withoutLink.includes(kind));

describe('mail templates', () => {
  it('render every kind as text and HTML, with the link if there is one', () => {
    for (const kind of mailKinds) {
      const { subject, text, html } = renderMail(kind, params, url);
      expect(subject).toBe(mailSubject(kind, params));
      expect(subject).not.toBe('');
      expect(`${subject}${text}${html}`).not.toMatch(/undefined|null|\[object/);
      expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
      expect(text.includes(url)).toBe(withLink.includes(kind));
      expect(html.includes(`href="${escapeHtml(url)}"`)).toBe(withLink.includes(kind));
      expect(renderMail(kind, params, undefined).html).not.toContain('<a ');
      expect(renderMail(kind, params, undefined).text).not.toContain('http');
    }
  });

  it("carry the desktop app's link, if there is one, next to the browser's", () => {
    for (const kind of mailKinds) {
      const { text, html } = renderMail(kind, params, url, { appUrl: 'castellan://verify#token=a<b' });
      expect(text.includes('castellan://verify#token=a<b')).toBe(withLink.includes(kind));
      expect(html.includes('href="castellan://verify#token=a&lt;b"')).toBe(withLink.includes(kind));
      expect(text.includes(url)).toBe(withLink.includes(kind));
    }
    expect(renderMail('verification', params, undefined, { appUrl: 'castellan://verify#token=x' }).text).not.toContain(
      'castellan:',
    );
    expect(renderMail('verification', params, url).text).not.toContain('castellan:');
  });

  it.each(Object.keys(noticeKinds) as NoticeKind[])('of the notice %s say who, when, from where and why', (kind) => {
    const english = renderMail(kind, params, url);
    for (const part of [
      'By: Olga',
      'When: November 26, 2026 at 1:39 PM GMT+1',
      'From: Firefox on Linux, IP address 192.0.2.1',
    ])
      expect(english.text).toContain(part);
    expect(english.text).toMatch(
      kind in memberNotices
        ? /because your email notifications are on\./
        : /You’re getting this email because .*can’t be turned off\./,
    );
    const german = renderMail(kind, { ...params, language: 'de-AT' }, url).text;
    for (const part of [
      'Von: Olga',
      'Wann: 26. November 2026 um 13:39 MEZ',
      'Von wo: Firefox on Linux, IP-Adresse 192.0.2.1',
    ])
      expect(german).toContain(part);
    expect(german).toMatch(
      kind in memberNotices
        ? /weil Ihre Benachrichtigungen per E-Mail eingeschaltet sind\./
        : /Sie erhalten diese E-Mail, weil .*lassen sich nicht abschalten\./,
    );
    expect(renderMail(kind, { ...params, by: 'self' }, url).text).toContain(
      'By: Someone who is signed in to your account',
    );
    const { device: _, ip_address: __, ...local } = params;
    const operators = renderMail(kind, { ...local, by: 'operator' }, url).text;
    expect(operators).toContain('By: The operator of this server');
    expect(operators).not.toContain('From:');
    // Zones differ between versions of Node, and emails that 0.1.0 queued tell nothing of this.
    expect(renderMail(kind, { ...params, time_zone: 'Mars/Olympus' }, url).text).toContain('at 12:39 PM UTC');
    const { at: ___, by: ____, ...former } = params;
    expect(renderMail(kind, former, url).text).not.toMatch(/By:|When:|You’re getting this/);
  });

  it('say what an upgrade waits for, and until when', () => {
    const due = renderMail('upgrade_reminder', params, undefined);
    expect(due.subject).toBe('mail-1: the invoice is due soon');
    expect(due.text).toContain('due on December 10, 2026');
    const undecided = { ...params, reason: 'undecided', deadline: '2026-12-10T12:30:00.000Z' };
    expect(renderMail('upgrade_reminder', undecided, undefined).text).toContain(
      'by December 10, 2026 at 1:30 PM GMT+1',
    );
    for (const reason of reminderReasons) {
      const [english, german] = ['en', 'de'].map((language) =>
        renderMail('upgrade_reminder', { ...params, reason, language }, undefined),
      );
      expect(english?.subject).not.toBe(german?.subject);
      expect(`${english?.text}${german?.text}`).toMatch(/mail-1.*mail-1/s);
    }
  });

  it('tell who changes an address, and whether it is changed already', () => {
    for (const language of ['en', 'de']) {
      const own = renderMail('email_changed', { ...params, language }, url);
      const operators = renderMail('email_changed', { ...params, language, changed_by: 'operator' }, url);
      expect(operators.subject).not.toBe(own.subject);
      expect(operators.text).toContain('new@example.com');
      expect(operators.text).toMatch(/operator of this server changed|Betreiber dieses Servers hat/);
      expect(own.text).not.toMatch(/operator|Betreiber/);
    }
  });

  it('state lifetimes, names, addresses and how to undo', () => {
    expect(renderMail('verification', params, url).text).toContain('24 hours');
    expect(renderMail('password_reset', params, url).text).toContain('1 hour');
    const invitation = renderMail('invitation', params, url);
    expect(invitation.subject).toBe('Ana invited you to Acme & Söhne');
    expect(invitation.text).toContain('Ana (ana@example.com) invited you to join Acme & Söhne as an admin.');
    expect(invitation.text).toContain('Castellan is where Acme & Söhne manages its people, workspaces and servers.');
    expect(renderMail('invitation', { ...params, inviter_email: undefined } as never, url).text).toContain(
      'Ana invited',
    );
    expect(invitation.text).toContain('7 days');
    for (const [days, facts] of [
      ['1', 'expires in 1 day.'],
      ['30', 'expires in 30 days.'],
    ] as const) {
      expect(renderMail('invitation', { ...params, days }, url).text).toContain(facts);
    }
    expect(invitation.html).toContain('Acme &amp; Söhne');
    expect(renderMail('email_changed', params, url).text).toContain('new@example.com');
    expect(renderMail('second_factor_reset', params, undefined).text).toContain('Olga, an owner of your organization');
    const { actor_name: _, ...byOperator } = params;
    expect(renderMail('second_factor_reset', byOperator, undefined).text).toContain(
      'The operator of this server reset',
    );
    const key = renderMail('api_key_created', params, undefined);
    expect(key.subject).toBe('New API key: Nightly backup');
    const facts = ['castellan_abc123', 'Scopes: read members; read the audit log.', 'Expires: January 1, 2027.'];
    for (const part of facts) expect(key.text).toContain(part);
  });

  it("are in the reader's language, English if there is no such language", () => {
    expect(['de', 'de-AT', 'en', 'fr', undefined].map(mailLanguage)).toEqual(['de', 'de', 'en', 'en', 'en']);
    const german = { ...params, language: 'de' };
    for (const kind of mailKinds) {
      const { subject, text, html } = renderMail(kind, german, url, { appUrl: 'castellan://verify#token=x' });
      expect(subject).toBe(mailSubject(kind, german));
      expect(subject).not.toBe(mailSubject(kind, params));
      expect(html).toContain('<html lang="de">');
      expect(text).toMatch(/^Guten Tag/);
      expect(text).not.toMatch(/\b(the|your|email)\b/i);
    }
    expect(renderMail('invitation', german, url).text).toContain(
      'der Organisation Acme & Söhne als Administrator beizutreten',
    );
    const key = renderMail('api_key_created', german, undefined).text;
    for (const part of ['Mitglieder lesen; das Protokoll lesen', '1. Januar 2027']) expect(key).toContain(part);
    expect(renderMail('api_key_created', { ...german, ends: 'never' }, undefined).text).toContain('Läuft ab: nie.');
    expect(testMail('Zoë', 'de').subject).toBe(mailTexts.de.test.subject);
  });

  it('look like the console: its name, and its color on the button', () => {
    const { html } = renderMail('verification', params, url);
    expect(html).toContain('>Castellan</p>');
    expect(html).toContain('background:#146a5d');
  });

  it('escape everything in a name', () => {
    const evil = `<script>alert("x")</script><img src=x onerror='y'>&amp;`;
    for (const kind of mailKinds) {
      const values = Object.fromEntries(Object.keys(params).map((key) => [key, evil]));
      const { html } = renderMail(kind, values, `https://e.example/"><script>`);
      expect(html).not.toMatch(/<script|<img/);
      expect(html).not.toMatch(/href="[^"]*"[^>]*"><script/);
    }
    expect(escapeHtml(`<&>"'`)).toBe('&lt;&amp;&gt;&quot;&#39;');
  });

  it('keep the subject on one line whatever the names contain', () => {
    const names = ['A\r\nBcc: spy@example.com', 'A\nB', 'A\rB', 'A\u2028B', 'A\u2029B', 'A\tB', 'A\u0085B'];
    for (const name of names) {
      const subject = mailSubject('invitation', { ...params, inviter_name: name, tenant_name: name });
      expect(subject).not.toMatch(/[\r\n\t\u2028\u2029]/);
    }
    expect(mailSubject('invitation', { inviter_name: '山田', tenant_name: '"Q"' })).toBe('山田 invited you to "Q"');
  });
});

describe('names in subjects', () => {
  it.each([
    ['Your parcel waits: pay at https://evil.example/x', 'Your parcel waits: pay at'],
    ['www.evil.example Inc', 'Inc'],
    ['evil.example/pay', 'evil example/pay'],
    ['spy@example.com', '…'],
    ['Zoë Ó Brádaigh, Dr. No & Söhne 山田', 'Zoë Ó Brádaigh, Dr. No & Söhne 山田'],
  ])('lose links and addresses: %j', (name, facts) => {
    expect(mailSubject('api_key_created', { key_name: name })).toBe(`New API key: ${facts}`);
    expect(mailSubject('invitation', { inviter_name: name, tenant_name: 'Acme' })).toBe(`${facts} invited you to Acme`);
  });
});

it.each([
  ['api_key', 'New key of a service account of Acme: Importer'],
  ['client_secret', 'New client secret of a service account of Acme: Importer'],
])('a new %s of a service account is called what it is', (kind, subject) => {
  const values = { kind, tenant_name: 'Acme', account_name: 'Importer' };
  expect(mailSubject('service_account_key_created', values)).toBe(subject);
});

describe('link URLs', () => {
  it('carry the token in the fragment of one page per purpose', () => {
    const pages = [
      'verify_email',
      'change_email',
      'cancel_email_change',
      'reset_password',
      'invitation',
      'undo_passkey',
      'undo_authenticator',
      'undo_api_key',
      'undo_recovery_codes',
      'undo_owner',
    ] as const;
    expect(pages.map((purpose) => linkUrl('https://c.example', purpose, 'S', 'jo+x@c.example'))).toEqual([
      'https://c.example/verify#token=S',
      'https://c.example/verify#token=S',
      'https://c.example/cancel-email-change#token=S',
      'https://c.example/reset#token=S&email=jo%2Bx%40c.example',
      'https://c.example/invite#token=S',
      ...Array<string>(5).fill('https://c.example/undo#token=S'),
    ]);
    expect(pages.every(isMailed)).toBe(true);
    expect(isMailed('restore_account')).toBe(false);
  });
});
