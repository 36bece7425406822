import type { Queries, SessionTable, UserTable } from '../database/schema.ts';

/** A session with its user: all that deciding about a call needs. */
export type CallerRow = Pick<SessionTable, 'last_active_at' | 'expires_at' | 'ended_at' | 'end_reason'> &
  Omit<UserTable, 'search_text' | 'name_key'> & { session_id: string; tenant_delete_at: number | null };

export const findCaller = (db: Queries, sessionId: string): Promise<CallerRow | undefined> =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .where('sessions.id', '=', sessionId)
    .select([
      'sessions.id as session_id',
      'sessions.last_active_at',
      'sessions.expires_at',
      'sessions.ended_at',
      'sessions.end_reason',
      'users.id',
      'users.tenant_id',
      'users.email',
      'users.name',
      'users.role',
      'users.status',
      'users.password_hash',
      'users.email_verified',
      'users.pending_email',
      'users.preferences',
      'users.created_at',
      'users.last_login_at',
      'users.delete_at',
      'tenants.delete_at as tenant_delete_at',
    ])
    .executeTakeFirst();
