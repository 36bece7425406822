import { describe, expect, it } from 'vitest';
import { mailKinds } from '#shared/contract/mail/resources.ts';
import type { AppContext } from '../services/context.ts';
import { type Notified, sendNotice } from '../services/identity/notices.ts';
import type { WriteTransaction } from '../storage/database/schema.ts';
import { type GivenValues, kindValues } from './kind-values.ts';
import { type GivenValue, given, mailValues, safeValues } from './mail-params.ts';
import type { MailText } from './mail-text.ts';
import { mailLanguage } from './mail-texts.ts';
import type { NewMail } from './outbox.ts';
import { renderMail } from './templates.ts';

const operator = { by: 'operator' } as const;
const named = { tenant_name: given.text('Acme') };
const role = given.word('admin');
const address = given.emailAddress('ada@example.com');
type Arguments = [context: AppContext, tx: WriteTransaction, user: Notified];

/** Emails with values that their kind doesn't have, or without one that it has. None compiles, so none is ever queued. */
const misfits = {
  // @ts-expect-error a misspelled value, and so one that is missing
  misspelled: (...to: Arguments) => sendNotice(...to, 'role_changed', operator, { ...named, rol: role }),
  // @ts-expect-error a missing value
  missing: (...to: Arguments) => sendNotice(...to, 'role_changed', operator, { role }),
  // @ts-expect-error no values at all
  none: (...to: Arguments) => sendNotice(...to, 'role_changed', operator),
  // @ts-expect-error a value of another kind
  foreign: (...to: Arguments) => sendNotice(...to, 'password_changed', operator, { role }),
  // @ts-expect-error a value that may be absent
  absent: (role: GivenValue<'role'> | undefined): GivenValues<'role_changed'> => ({ ...named, role }),
  // @ts-expect-error a value that nothing has given a form
  plain: (...to: Arguments) => sendNotice(...to, 'role_changed', operator, { tenant_name: 'Acme', role }),
  // @ts-expect-error a time as a name
  time: (...to: Arguments) => sendNotice(...to, 'role_changed', operator, { tenant_name: given.time(0), role }),
  // @ts-expect-error an address as a time
  address: (...to: Arguments) => sendNotice(...to, 'deletion_scheduled', operator, { ...named, due: address }),
  // @ts-expect-error an address as a name
  name: (...to: Arguments) => sendNotice(...to, 'mail_settings_changed', operator, { tenant_name: address }),
  // @ts-expect-error a text that someone typed as a word of ours
  typed: (typed: string) => given.word('admin', typed),
  queued: ({ outbox }: AppContext, tx: WriteTransaction) =>
    outbox.queue(tx, {
      kind: 'verification',
      tenantId: 'tnt_1',
      userId: null,
      recipient: 'ada@example.com',
      language: 'en',
      // @ts-expect-error a misspelled value of an email that is no notice
      params: { nam: given.text('Ada') },
      admission: outbox.acceptsAlways('it is never queued'),
    }),
  // @ts-expect-error an email that no one has asked the limits about
  unlimited: ({ outbox }: AppContext, tx: WriteTransaction, mail: Omit<NewMail, 'admission'>) => outbox.queue(tx, mail),
  text: {
    // @ts-expect-error a text that mentions a value which its kind lacks
    subject: ({ key_name }) => `New role: ${key_name}`,
    before: () => [],
    after: [],
  } satisfies MailText<'role_changed'>,
};

describe('the values of emails', () => {
  it('compile only if they are those of their kind', () => {
    expect(Object.keys(misfits)).toHaveLength(13);
  });

  it('have the forms of those that are stored, so that they are shown as they are', () => {
    const window = { from: '22:00', until: '04:00', time_zone: 'Europe/Berlin' };
    const values = {
      role,
      policies: given.word('default_role', 'email_domains'),
      at: given.time(0),
      ends: given.time(null),
      due: given.day('2026-11-26'),
      deadline: given.time(1),
      days: given.number(7),
      new_email: address,
      ip_address: given.ipAddress('2001:db8::1'),
      site: given.host('castellan.example.org'),
      prefix: given.keyPrefix('cst_1a2b'),
      window: given.period(window),
      time_zone: given.timeZone('Europe/Berlin'),
    };
    expect(safeValues(values)).toEqual(values);
  });

  it('are all used by some kind, or known of any', () => {
    const given = new Set<string>(Object.values(kindValues).flat());
    const common = ['actor_name', 'at', 'by', 'changed_by', 'device', 'ip_address', 'language', 'time_zone'];
    expect([...given, ...common].sort()).toEqual(Object.keys(mailValues).sort());
  });

  it.each(mailKinds)('of %s that an earlier version did not store are an ellipsis', (kind) => {
    for (const language of ['en', 'de'].map(mailLanguage)) {
      for (const known of [{}, { by: 'member', at: '2026-11-26T12:39:34.000Z' }]) {
        const { subject, text, html } = renderMail(kind, { ...known, language }, undefined);
        expect(`${subject}${text}${html}`).not.toMatch(/undefined|null|NaN|\[object/);
      }
    }
  });
});
