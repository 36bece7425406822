import { TZDateMini } from '@date-fns/tz/date/mini';
import { tzOffset } from '@date-fns/tz/tzOffset';
import { format } from 'date-fns';
import { isTimeZone, type Preferences, wordFormats } from '#shared/contract/preferences.ts';
import { day, hour, minute } from '#shared/rules/limits.ts';
import { inLanguage } from '#shared/text-input/text-case.ts';
import type { Translate } from '../languages/translate.ts';

/** The preferences that control date formats. The language matters where the month is in words. */
export type DateStyle = Pick<Preferences, 'timezone' | 'date_format' | 'time_format'> &
  Partial<Pick<Preferences, 'language'>>;

/** Maps the contract's patterns (seed 000 §2) to date-fns tokens. */
const datePattern = ({ date_format }: DateStyle) => date_format.replace('YYYY', 'yyyy').replace('DD', 'dd');
const timePattern = ({ time_format }: DateStyle) => (time_format === '12h' ? 'h:mm a' : 'HH:mm');

const formatIn = (timezone: string, at: string | number, pattern: string): string =>
  format(new TZDateMini(new Date(at), timezone), pattern);

const isInWords = ({ date_format }: DateStyle): boolean => wordFormats.some((format) => format === date_format);

/** English has two orders of a day and its month, other languages one. */
const wordLocale = ({ date_format, language = 'en' }: DateStyle): string =>
  language !== 'en' ? language : date_format.startsWith('D') ? 'en-GB' : 'en-US';

/** Names the service's days and months, which are in UTC, as the person writes dates: `17 Dec` or `Dec 17`. */
export const dayFormat = (
  style: DateStyle,
  parts: Pick<Intl.DateTimeFormatOptions, 'day' | 'month' | 'year'>,
): Intl.DateTimeFormat => new Intl.DateTimeFormat(wordLocale(style), { ...parts, timeZone: 'UTC' });

const wordFormatters = new Map<string, Intl.DateTimeFormat>();

/** `15 Jan 2026`, `Jan 15, 2026`, or `15. Jan. 2026` in German. */
const formatInWords = (iso: string | number, style: DateStyle): string => {
  const { timezone } = style;
  const locale = wordLocale(style);
  const key = `${locale} ${timezone}`;
  const known = wordFormatters.get(key);
  const formatter =
    known ?? new Intl.DateTimeFormat(locale, { timeZone: timezone, day: 'numeric', month: 'short', year: 'numeric' });
  if (!known) wordFormatters.set(key, formatter);
  return formatter.format(new Date(iso));
};

export const formatDate = (iso: string | number, style: DateStyle): string =>
  isInWords(style) ? formatInWords(iso, style) : formatIn(style.timezone, iso, datePattern(style));

export const formatTime = (iso: string | number, style: DateStyle): string =>
  formatIn(style.timezone, iso, timePattern(style));

export const formatDateTime = (iso: string | number, style: DateStyle): string =>
  `${formatDate(iso, style)}${isInWords(style) ? ',' : ''} ${formatTime(iso, style)}`;

export const formatUtc = (iso: string | number): string => formatIn('UTC', iso, "yyyy-MM-dd HH:mm:ss 'UTC'");

/** The threshold at which each unit applies, and its length: eleven and a half 30-day months count as a year. */
const units = [
  { unit: 'year', from: 345 * day, length: 365 * day },
  { unit: 'month', from: 30 * day, length: 30 * day },
  { unit: 'day', from: day, length: day },
  { unit: 'hour', from: hour, length: hour },
  { unit: 'minute', from: 0, length: minute },
] as const;

/**
 * `3 minutes ago`, `in 6 days`, localized. Within a minute either way it says `just now`, because the clocks of two
 * machines differ.
 */
export const formatRelative = (iso: string, now: number, language: string, t: Translate): string => {
  const distance = Date.parse(iso) - now;
  if (Math.abs(distance) < minute) return t('components.justNow');
  const { unit, length } = units.find(({ from }) => Math.abs(distance) >= from) ?? units[4];
  const rounded = Math.sign(distance) * Math.max(1, Math.round(Math.abs(distance) / length));
  return new Intl.RelativeTimeFormat(language, { numeric: 'always' }).format(rounded, unit);
};

/** The same for what is yet to come: what ends within a minute hasn't ended `just now`. */
export const formatDeadline = (iso: string, now: number, language: string, t: Translate): string => {
  const left = Date.parse(iso) - now;
  return left > 0 && left < minute ? t('components.soon') : formatRelative(iso, now, language, t);
};

/** `UTC+05:30`: a zone's offset at an instant, including daylight saving time. */
export const formatOffset = (timezone: string, at: number): string => {
  const minutes = Math.round(tzOffset(timezone, new Date(at)));
  const two = (value: number) => String(value).padStart(2, '0');
  const absolute = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(absolute / 60))}:${two(absolute % 60)}`;
};

/** Current names of zones that browsers list under an old one: users look for Kolkata, not Calcutta. */
const renamed = [
  'Africa/Asmara',
  'America/Argentina/Buenos_Aires',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
  'Pacific/Chuuk',
  'Pacific/Pohnpei',
];

/** How people write a zone: `America/New York`. */
export const zoneName = (zone: string): string => (zone === 'Etc/UTC' ? 'UTC' : zone.replaceAll('_', ' '));

/** Every zone that this browser knows, plus `present` even if it is an alias. */
export const timeZoneChoices = (present: string, at: number): { value: string; label: string }[] => {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), ...renamed.filter(isTimeZone), 'Etc/UTC', present]);
  return [...names]
    .sort(inLanguage('en'))
    .map((value) => ({ value, label: `${value.replaceAll('_', ' ')} (${formatOffset(value, at)})` }));
};
