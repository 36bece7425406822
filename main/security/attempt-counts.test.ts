import { expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { minute } from '#shared/rules/limits.ts';
import { createLogger } from '../platform/logger.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { createSharedCounts } from './attempt-counts.ts';

const app = perTest(() => createTestService());

it('counts for none of the subjects if one of them becomes full meanwhile', async () => {
  const { db } = app.service.context;
  const counts = createSharedCounts(db, app.clock, createLogger('silent'));
  await counts.add([{ subject: 'narrow', limit: 9 }], minute);
  // The statement looks whether each is full before it counts, and again as it does. This one becomes full in between.
  const limits = [2, 1];
  const narrow = {
    subject: 'narrow',
    get limit() {
      return limits.length > 1 ? (limits.shift() ?? 1) : 1;
    },
  };
  const attempt = counts.add([{ subject: 'wide', limit: 9 }, narrow], minute);
  await expect(attempt).rejects.toMatchObject({ key: 'RATE_LIMITED' });
  const rows = await tablesOf(db.read).selectFrom('throttle_counts').select(['subject', 'count']).execute();
  expect(Object.fromEntries(rows.map(({ subject, count }) => [subject, count]))).toEqual({ wide: 0, narrow: 1 });
});
