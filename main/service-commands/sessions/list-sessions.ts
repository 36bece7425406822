import { z } from 'zod';
import { toIso } from '../../platform/clock.ts';
import { rowsAfter } from '../../platform/pages.ts';
import { listAllOpenSessions } from '../../storage/store/identity/open-sessions.ts';
import { findUserOf } from '../find.ts';
import { type CommandCall, commandOperation } from '../operation.ts';

const pageSize = 500;

export interface ListedSession {
  session_id: string;
  user_id: string;
  email: string;
  device: string;
  ip_address: string;
  created_at: string;
  last_active: string;
}

/** Who is signed in, from where. */
export const listSessions = commandOperation({
  input: z.strictObject({ user: z.string().optional() }),
  async run({ db, callers }, { user }, { emit }: CommandCall<ListedSession>): Promise<void> {
    const userId = user === undefined ? undefined : (await findUserOf(db.read, user)).id;
    const rows = rowsAfter(
      '',
      (after) => listAllOpenSessions(db.read, { userId, after, at: callers.openAt(), limit: pageSize }),
      ({ id }) => id,
    );
    for await (const row of rows) {
      await emit({
        session_id: row.id,
        user_id: row.user_id,
        email: row.email,
        device: row.device,
        ip_address: row.ip_address,
        created_at: toIso(row.created_at),
        last_active: toIso(row.last_active_at),
      });
    }
  },
});
