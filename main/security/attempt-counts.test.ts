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
  // Nothing happens in between here, so one subject fills up by being named twice.
  const narrow = { subject: 'narrow', limit: 1 };
  const attempt = counts.add([{ subject: 'wide', limit: 9 }, narrow, narrow], minute);
  await expect(attempt).rejects.toMatchObject({ key: 'RATE_LIMITED' });
  const rows = await tablesOf(db.read).selectFrom('throttle_counts').select(['subject', 'count']).execute();
  expect(Object.fromEntries(rows.map(({ subject, count }) => [subject, count]))).toEqual({ wide: 0, narrow: 0 });
});
