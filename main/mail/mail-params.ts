import { withoutLinks } from '#shared/text-input/without-links.ts';
import { toIso } from '../platform/clock.ts';

/**
 * What a value that emails mention is. `text` is whatever someone typed, so nothing in it may become a link. The others have
 * a form; a value that doesn't fit is treated like text.
 */
const forms = {
  text: undefined,
  /** A word of our own, or a list of them: a role, a reason. It is replaced by its text in the reader's language. */
  word: /^[\w:.,+ -]+$/,
  /** An instant or a day, or `never`. It is shown in the reader's language, too. */
  time: /^(never|\d{4}-\d\d-\d\d(T[\d:.]+Z)?)$/,
  number: /^\d+$/,
  emailAddress: /^[^\s@]+@[^\s@]+$/,
  ipAddress: /^[\da-f:.]+(%\w+)?$/i,
  /** The host of this server. */
  host: /^[\w.-]+$/,
  /** The start of an API key. */
  keyPrefix: /^\w+$/,
  /** A period of time with its zone: `22:00–04:00 (Europe/Berlin)`. */
  period: /^[\d:]+–[\d:]+ \([\w/+-]+\)$/,
  /** An amount with its currency; empty if no one knows it. */
  money: /^(-?\d+\.\d\d [A-Z]{3})?$/,
  /** `Europe/Berlin`. */
  timeZone: /^[\w/+-]+$/,
  /** An ID of our own or of a provider. */
  id: /^[\w-]+$/,
} as const;
type ValueForm = keyof typeof forms;

/** Every value that an email can mention. A template can use no other. */
export const mailValues = {
  name: 'text',
  tenant_name: 'text',
  inviter_name: 'text',
  actor_name: 'text',
  key_name: 'text',
  account_name: 'text',
  passkey_name: 'text',
  owner_name: 'text',
  member_name: 'text',
  workspace_name: 'text',
  group_name: 'text',
  custom_role: 'text',
  device: 'text',
  server: 'text',
  destination: 'text',
  role: 'word',
  kind: 'word',
  policies: 'word',
  by: 'word',
  at: 'time',
  scopes: 'word',
  ends: 'time',
  due: 'time',
  deadline: 'time',
  reason: 'word',
  change: 'word',
  changed_by: 'word',
  language: 'word',
  days: 'number',
  workspaces: 'number',
  new_email: 'emailAddress',
  owner_email: 'emailAddress',
  member_email: 'emailAddress',
  inviter_email: 'emailAddress',
  ip_address: 'ipAddress',
  site: 'host',
  host: 'host',
  prefix: 'keyPrefix',
  window: 'period',
  amount: 'money',
  budget: 'money',
  time_zone: 'timeZone',
  service_id: 'id',
} as const satisfies Record<string, ValueForm>;
export type MailValue = keyof typeof mailValues;

declare const formOf: unique symbol;
/** A value in its form, as only {@link given} makes it. */
type Formed<Form extends ValueForm> = string & { readonly [formOf]: Form };
/** A value as whoever queues an email gives it: one of another form doesn't compile. */
export type GivenValue<Name extends MailValue> = Formed<(typeof mailValues)[Name]>;

/** Gives values their form, for an email. */
export const given = {
  text: (text: string) => text as Formed<'text'>,
  /** Only words that the code names: what someone typed has the type `string`, and doesn't compile. */
  word: <Word extends string>(...words: readonly (Word & (string extends Word ? never : unknown))[]) =>
    words.join(', ') as Formed<'word'>,
  /** Milliseconds since the epoch; null for never. */
  time: (instant: number | null) => (instant === null ? 'never' : toIso(instant)) as Formed<'time'>,
  /** A calendar day that a provider names, as `2026-11-26`; null if it names none. */
  day: (day: string | null) => (day ?? '') as Formed<'time'>,
  number: (number: number) => String(number) as Formed<'number'>,
  emailAddress: (address: string) => address as Formed<'emailAddress'>,
  ipAddress: (address: string) => address as Formed<'ipAddress'>,
  host: (host: string) => host as Formed<'host'>,
  keyPrefix: (prefix: string) => prefix as Formed<'keyPrefix'>,
  period: (window: { from: string; until: string; time_zone: string } | null) =>
    (window ? `${window.from}–${window.until} (${window.time_zone})` : '') as Formed<'period'>,
  money: (amount: string | null, currency: string) =>
    (amount === null ? '' : `${amount} ${currency}`) as Formed<'money'>,
  timeZone: (zone: string) => zone as Formed<'timeZone'>,
  id: (id: string) => id as Formed<'id'>,
};

/** Values that an email mentions; stored with it. Emails that an earlier version queued lack newer ones. */
export type MailParams = { readonly [Name in MailValue]?: string };

/** The values as they may be shown. Those that no template knows are left out. */
export const safeValues = (params: MailParams): MailParams =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      if (!Object.hasOwn(mailValues, name) || value === undefined) return [];
      const form = forms[mailValues[name as MailValue]];
      return [[name, form?.test(value) ? value : withoutLinks(value)]];
    }),
  );
