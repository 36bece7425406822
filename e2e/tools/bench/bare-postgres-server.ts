import Fastify from 'fastify';
import pg from 'pg';
import { createBatch } from '#main/platform/batch.ts';

/**
 * The ceiling on PostgreSQL: Fastify with a route that reads the same rows as an authenticated request, in the same
 * groups, and one that updates a row durably.
 */
const [, , url = ''] = process.argv;
const pool = new pg.Pool({ connectionString: url, max: 10 });
const { rows: sessions } = await pool.query<{ id: string }>('select id from sessions where ended_at is null limit 100');
await pool.query('create table if not exists bare (id integer primary key, n bigint not null)');
await pool.query('insert into bare select id, 0 from generate_series(1, 64) as id on conflict do nothing');

const text = `select s.id as session_id, s.created_at as session_started_at, s.last_active_at, s.expires_at, s.ended_at,
    s.end_reason, u.id, u.tenant_id, u.email, u.name, u.role, u.status, u.password_hash, u.email_verified, u.pending_email,
    u.preferences, u.created_at, u.last_login_at, u.delete_at, t.delete_at as tenant_delete_at, f.confirmed_at
  from sessions s join users u on u.id = s.user_id join tenants t on t.id = u.tenant_id
    left join second_factors f on f.user_id = u.id
  where s.id = any($1)`;
const read = createBatch<Record<string, unknown>>({
  atOnce: 2,
  size: 500,
  async load(ids) {
    const { rows } = await pool.query({ name: 'bare', text, values: [ids] });
    return new Map(rows.map((row) => [row.session_id, row]));
  },
});

let turn = 0;
const server = Fastify();
server.get('/', async () => {
  turn += 1;
  const row = await read(sessions[turn % sessions.length]?.id ?? '');
  return { user_id: row?.id, email: row?.email, name: row?.name, role: row?.role, preferences: row?.preferences };
});
server.post('/update', async () => {
  turn += 1;
  await pool.query({
    name: 'update',
    text: 'update bare set n = n + 1 where id = $1 returning n',
    values: [1 + (turn % 64)],
  });
  return { done: true };
});
const address = await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`bare server listening on ${address}\n`);
process.once('SIGTERM', () => process.exit(0));
