import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zoneAliases, zoneNames } from '#e2e/support/time-zones.ts';
import { dateFormats, defaultPreferences, isTimeZone, preferencesSchema } from './preferences.ts';

const partial = preferencesSchema.partial();
const accepts = (field: string, value: unknown): boolean => partial.safeParse({ [field]: value }).success;

describe('time zones', () => {
  it('are the complete database: 446 zones and 151 aliases', () => {
    expect([zoneNames.length, zoneAliases.length]).toEqual([446, 151]);
    expect(new Set([...zoneNames, ...zoneAliases]).size).toBe(597);
  });

  it('include every zone and every alias', () => {
    expect([...zoneNames, ...zoneAliases].filter((zone) => !accepts('timezone', zone))).toEqual([]);
  });

  it.each([
    '',
    '+01:00',
    '-05',
    'UTC+1',
    'Europe/Atlantis',
    'Europe/Berlin ',
    ' Europe/Berlin',
    'Europe\\Berlin',
    '../Europe/Berlin',
    'Europe/Berlin\0',
    'Europe/Berlin\n',
    '__proto__',
    'x'.repeat(65),
  ])('reject %j', (zone) => {
    expect(accepts('timezone', zone)).toBe(false);
  });

  it('are exactly the names that a formatter accepts, in any case', () => {
    const isTaken = (timeZone: string): boolean => {
      try {
        return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
      } catch {
        return false;
      }
    };
    const known = fc.constantFrom(...zoneNames, ...zoneAliases);
    const letter = fc.constantFrom(...'abzAZ_/-+9');
    /** One character of a name replaced or added: most are no longer names, and some differ only in case. */
    const nearMiss = fc
      .tuple(known, fc.nat(), letter, fc.boolean())
      .map(([zone, at, character, isReplaced]) =>
        [...zone].toSpliced(1 + (at % zone.length), isReplaced ? 1 : 0, character).join(''),
      );
    const seen = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(
        fc.oneof(
          known,
          known.map((zone) => zone.toLowerCase()),
          nearMiss,
        ),
        (zone) => {
          const taken = isTaken(zone);
          seen[taken ? 'taken' : 'refused'] += 1;
          expect(isTimeZone(zone)).toBe(taken);
        },
      ),
      { numRuns: 500 },
    );
    expect(seen.taken).toBeGreaterThan(50);
    expect(seen.refused).toBeGreaterThan(50);
  });

  it('are validated for any text without throwing', () => {
    fc.assert(
      fc.property(fc.string(), (zone) => {
        expect(typeof isTimeZone(zone)).toBe('boolean');
      }),
    );
  });
});

describe('date patterns', () => {
  const parts = fc.shuffledSubarray(['YYYY', 'MM', 'DD'], { minLength: 3, maxLength: 3 });
  const separator = fc.constantFrom('/', '-', '.');

  it("allow the seed's two and all that the console offers", () => {
    for (const pattern of ['MM/DD/YYYY', 'YYYY-MM-DD', ...dateFormats])
      expect(accepts('date_format', pattern)).toBe(true);
  });

  it('allow any order of the three parts with one separator', () => {
    fc.assert(
      fc.property(parts, separator, (order, mark) => {
        expect(accepts('date_format', order.join(mark))).toBe(true);
      }),
    );
  });

  it('reject a duplicate or missing part, and mixed separators', () => {
    const some = fc.array(fc.constantFrom('YYYY', 'MM', 'DD', 'YY', 'M', ''), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(some, separator, (order, mark) => {
        fc.pre([...order].sort().join() !== 'DD,MM,YYYY');
        expect(accepts('date_format', order.join(mark))).toBe(false);
      }),
    );
    fc.assert(
      fc.property(parts, separator, separator, ([a, b, c], first, second) => {
        fc.pre(first !== second);
        expect(accepts('date_format', `${a}${first}${b}${second}${c}`)).toBe(false);
      }),
    );
  });

  it.each(['', 'yyyy-mm-dd', 'YYYYMMDD', 'YYYY-MM-DD ', 'YYYY-MM-DD\n', 'YYYY-MM-DD HH:mm', "YYYY'-'MM'-'DD"])(
    'reject %j',
    (pattern) => {
      expect(accepts('date_format', pattern)).toBe(false);
    },
  );
});

describe('preferences (seed 000 §2)', () => {
  it('have the eleven fields of the seed, and their defaults are valid', () => {
    expect(Object.keys(preferencesSchema.shape).sort()).toEqual(
      [
        'billing_alerts',
        'campaign_alerts',
        'dashboard_layout',
        'date_format',
        'default_workspace',
        'email_notifications',
        'language',
        'show_onboarding',
        'time_format',
        'timezone',
        'weekly_reports',
      ].sort(),
    );
    expect(preferencesSchema.parse(defaultPreferences)).toEqual(defaultPreferences);
  });

  it.each(['12h', '24h'])('accept %s', (format) => expect(accepts('time_format', format)).toBe(true));
  it.each(['', '12', '24H', 24])('reject %j as a time format', (format) =>
    expect(accepts('time_format', format)).toBe(false),
  );
  it.each(['en', 'de', 'de-AT', 'pt-BR', 'zh-Hant-TW', 'fil'])('accept the language %s', (language) =>
    expect(accepts('language', language)).toBe(true),
  );
  it.each(['', 'e', 'english', 'EN', 'de_AT', 'de-', '-de', 'de-A', 'de\n'])('reject the language %j', (language) =>
    expect(accepts('language', language)).toBe(false),
  );

  it('accept only booleans for every switch', () => {
    const switches = Object.entries(defaultPreferences).flatMap(([name, value]) =>
      typeof value === 'boolean' ? [name] : [],
    );
    expect(switches).toHaveLength(5);
    for (const name of switches) {
      for (const value of [true, false]) expect(accepts(name, value)).toBe(true);
      for (const value of ['true', 1, 0, null, {}]) expect(accepts(name, value)).toBe(false);
    }
  });

  it('reject unknown fields', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (name, value) => {
        fc.pre(!(Object.keys(defaultPreferences) as string[]).includes(name));
        const input = JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);
        expect(partial.safeParse(input).success).toBe(false);
      }),
    );
  });
});
