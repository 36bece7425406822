import { expect, it } from 'vitest';
import { day, minute } from '#shared/rules/limits.ts';
import { windowOf } from '../../../storage/store/stored-columns.ts';
import { withNotice } from './window-outcome.ts';

it('owners are told something once in each of many windows', () => {
  let window = {
    from: '02:00',
    until: '04:00',
    time_zone: 'Etc/UTC',
    tried_at: null as number | null,
    told: [] as string[],
  };
  const told: number[] = [];
  for (let night = 0; night < 50; night += 1) {
    const opened = Date.UTC(2026, 0, 1, 2) + night * day;
    for (let minutes = 0; minutes < 120; minutes += 40) {
      const change = withNotice(window, 'window_refused', opened + minutes * minute);
      if (!change) continue;
      told.push(night);
      window = windowOf({ apply_window: change.apply_window ?? null }) ?? window;
    }
  }
  expect(told).toEqual(Array.from({ length: 50 }, (_, night) => night));
});
