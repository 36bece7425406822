import { expect } from 'vitest';
import { tablesOf } from '#main/storage/database/tables.ts';
import type { Person, TestService } from './test-service.ts';

/** As if someone had been an owner for a week: no one can undo it anymore. */
export const settleOwnership = async (app: TestService, { id }: Person): Promise<void> => {
  const [{ numUpdatedRows } = { numUpdatedRows: 0n }] = await tablesOf(app.service.context.db.write)
    .updateTable('one_time_tokens')
    .set({ expires_at: app.clock.now() })
    .where('purpose', '=', 'undo_owner')
    .where('subject_id', '=', id)
    .execute();
  expect(Number(numUpdatedRows)).toBeGreaterThan(0);
};
