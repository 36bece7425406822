import { expect, it } from 'vitest';
import { lastDays } from './last-days.ts';

it('ends with the present day', () => {
  const now = Date.parse('2026-03-01T23:59:59.999Z');
  expect(lastDays(now, 3)).toEqual([
    { number: 20_511, startsAt: Date.parse('2026-02-27T00:00:00Z'), name: '2026-02-27' },
    { number: 20_512, startsAt: Date.parse('2026-02-28T00:00:00Z'), name: '2026-02-28' },
    { number: 20_513, startsAt: Date.parse('2026-03-01T00:00:00Z'), name: '2026-03-01' },
  ]);
});
