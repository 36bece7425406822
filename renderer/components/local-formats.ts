import { dateFormats, type Preferences, type wordFormats } from '#shared/contract/preferences.ts';

const parts = { year: 'YYYY', month: 'MM', day: 'DD' } as const;

/** Slashes say the month first in some countries, and the day in others: in words, no one mistakes it. */
const inWords: Readonly<Record<string, (typeof wordFormats)[number]>> = {
  'MM/DD/YYYY': 'MMM D, YYYY',
  'DD/MM/YYYY': 'D MMM YYYY',
};

/** How people of a locale write dates and times, as far as the console offers it: `en-US` has `MMM D, YYYY` and `12h`. */
export const localFormats = (locale: string): Partial<Pick<Preferences, 'date_format' | 'time_format'>> => {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    numberingSystem: 'latn',
    calendar: 'gregory',
  });
  const text = format
    .formatToParts(0)
    .slice(0, 5)
    .map(({ type, value }) => (type in parts ? parts[type as keyof typeof parts] : value))
    .join('');
  const date_format = inWords[text] ?? dateFormats.find((offered) => offered === text);
  const time_format = format.resolvedOptions().hour12 ? '12h' : '24h';
  return { time_format, ...(date_format && { date_format }) };
};
