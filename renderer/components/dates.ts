import { formatInTimeZone, getTimezoneOffset } from 'date-fns-tz';
import { day, hour, minute } from '#shared/limits.ts';
import { isTimeZone, type Preferences } from '#shared/preferences.ts';
import type { Translate } from '../languages/translate.ts';

/** The part of a user's preferences that decides how instants are written. */
export type DateStyle = Pick<Preferences, 'timezone' | 'date_format' | 'time_format'>;

/** The contract's patterns (seed 000 §2) in the letters of date-fns. */
const datePattern = ({ date_format }: DateStyle) => date_format.replace('YYYY', 'yyyy').replace('DD', 'dd');
const timePattern = ({ time_format }: DateStyle) => (time_format === '12h' ? 'h:mm a' : 'HH:mm');

export const formatDate = (iso: string | number, style: DateStyle): string =>
  formatInTimeZone(iso, style.timezone, datePattern(style));

export const formatTime = (iso: string | number, style: DateStyle): string =>
  formatInTimeZone(iso, style.timezone, timePattern(style));

export const formatDateTime = (iso: string | number, style: DateStyle): string =>
  formatInTimeZone(iso, style.timezone, `${datePattern(style)} ${timePattern(style)}`);

export const formatUtc = (iso: string | number): string => formatInTimeZone(iso, 'UTC', "yyyy-MM-dd HH:mm:ss 'UTC'");

/** From which distance on a span is told in a unit, and its length: eleven and a half months of 30 days are a year. */
const units = [
  { unit: 'year', from: 345 * day, length: 365 * day },
  { unit: 'month', from: 30 * day, length: 30 * day },
  { unit: 'day', from: day, length: day },
  { unit: 'hour', from: hour, length: hour },
  { unit: 'minute', from: 0, length: minute },
] as const;

/**
 * `3 minutes ago`, `in 6 days`, in the words of the language; within a minute either way `just now`, as clocks of two
 * machines differ.
 */
export const formatRelative = (iso: string, now: number, language: string, t: Translate): string => {
  const distance = Date.parse(iso) - now;
  if (Math.abs(distance) < minute) return t('components.justNow');
  const { unit, length } = units.find(({ from }) => Math.abs(distance) >= from) ?? units[4];
  const rounded = Math.sign(distance) * Math.max(1, Math.round(Math.abs(distance) / length));
  return new Intl.RelativeTimeFormat(language, { numeric: 'always' }).format(rounded, unit);
};

/** `UTC+05:30`: what a zone is ahead of UTC at an instant, summer time included. */
export const formatOffset = (timezone: string, at: number): string => {
  const minutes = Math.round(getTimezoneOffset(timezone, at) / minute);
  const two = (value: number) => String(value).padStart(2, '0');
  const absolute = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(absolute / 60))}:${two(absolute % 60)}`;
};

/** Present names of zones that browsers list under a former one; who looks for Kolkata does not look for Calcutta. */
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

/** Every zone that this browser knows, with `present` among them even if it is an alias. */
export const timeZoneChoices = (present: string, at: number): { value: string; label: string }[] => {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), ...renamed.filter(isTimeZone), 'Etc/UTC', present]);
  return [...names]
    .sort((one, other) => one.localeCompare(other, 'en'))
    .map((value) => ({ value, label: `${value.replaceAll('_', ' ')} (${formatOffset(value, at)})` }));
};
