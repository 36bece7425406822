import { z } from 'zod';
import { reasonMessage } from '../texts/field-reasons.ts';
import { boundedString } from './bounded-string.ts';

const dateOrders = ['YYYY MM DD', 'YYYY DD MM', 'MM DD YYYY', 'MM YYYY DD', 'DD MM YYYY', 'DD YYYY MM'];

/** Patterns with the month in words, as two countries order them. Other languages have an order of their own. */
export const wordFormats = ['D MMM YYYY', 'MMM D, YYYY'] as const;

/**
 * Patterns made of YYYY, MM and DD, each once, with one separator (seed 000 §2, Preferences), and two with the month in words.
 */
const datePattern = new RegExp(
  `^(${[...wordFormats, ...['/', '[.]', '-'].flatMap((separator) => dateOrders.map((order) => order.replaceAll(' ', separator)))].join('|')})$`,
);

/** Names found to be time zones. Preferences are checked at each read, and a new formatter costs more than all else. */
const knownTimeZones = new Set<string>();
/** More than the zones and their aliases. The case of a name is free, so a caller could send any number of them. */
const maxKnownTimeZones = 1_000;

/** Whether a name is a zone in the IANA database. Aliases count, plain offsets do not. */
export const isTimeZone = (name: string): boolean => {
  if (knownTimeZones.has(name)) return true;
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    if (knownTimeZones.size < maxKnownTimeZones) knownTimeZones.add(name);
    return true;
  } catch {
    // A RangeError is how Intl says that it doesn't know the zone.
    return false;
  }
};

/** Date patterns that the console offers. The API accepts any other of the same form. */
export const dateFormats = ['YYYY-MM-DD', 'MM/DD/YYYY', 'DD/MM/YYYY', 'DD.MM.YYYY', ...wordFormats] as const;
const timeFormats = ['12h', '24h'] as const;
/** The layouts that the console knows. DECISION 0075: the seed does not show the values, so others are stored too. */
export const dashboardLayouts = ['comfortable', 'compact'] as const;

/** Preferences of a user (seed 000 §2). */
export const preferencesSchema = z.strictObject({
  timezone: boundedString(64).refine(isTimeZone, reasonMessage('timezone')),
  date_format: boundedString(20).regex(datePattern, reasonMessage('date_format')),
  time_format: z.enum(timeFormats),
  language: boundedString(35).regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, reasonMessage('language')),
  email_notifications: z.boolean(),
  campaign_alerts: z.boolean(),
  weekly_reports: z.boolean(),
  billing_alerts: z.boolean(),
  /** DECISION 0006: an empty string means none. */
  default_workspace: boundedString(64),
  dashboard_layout: boundedString(50).min(1),
  show_onboarding: z.boolean(),
});
export type Preferences = z.output<typeof preferencesSchema>;

/** DECISION 0006: defaults of a new account; the seed shows none. */
export const defaultPreferences: Preferences = {
  timezone: 'Etc/UTC',
  date_format: 'YYYY-MM-DD',
  time_format: '24h',
  language: 'en',
  email_notifications: true,
  campaign_alerts: true,
  weekly_reports: true,
  billing_alerts: true,
  default_workspace: '',
  dashboard_layout: 'comfortable',
  show_onboarding: true,
};

type PreferenceName = keyof Preferences;
const preferenceNames = Object.keys(defaultPreferences) as PreferenceName[];

/** The stored preferences that this version knows and accepts, with defaults for the others. */
export const fittingPreferences = (stored: Readonly<Record<string, unknown>>): Preferences => {
  const known = preferenceNames.map((name) => [name, stored[name] ?? defaultPreferences[name]] as const);
  const result = preferencesSchema.safeParse(Object.fromEntries(known));
  if (result.success) return result.data;
  const unfit = new Set(result.error.issues.map(({ path: [name] }) => name));
  return preferencesSchema.parse(
    Object.fromEntries(known.map(([name, value]) => [name, unfit.has(name) ? defaultPreferences[name] : value])),
  );
};
