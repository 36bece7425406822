import { sql } from 'kysely';
import type { Service } from '#main/app/compose.ts';
import type { Queries } from '#main/storage/database/schema.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { searchTexts } from '#main/storage/store/audit/audit-search-texts.ts';
import { detailsShape } from '#main/storage/store/stored-shapes.ts';
import { day, minute } from '#shared/rules/limits.ts';
import { type Seeded, seed, withService } from './seed.ts';

/** How the rows are spread: one large organization, and many small ones. */
export interface Shape {
  readonly rows: number;
  readonly usersOfLargest: number;
  readonly smallTenants: number;
  /** One of this many sessions is open; the others have ended. */
  readonly sessionsPerOpen: number;
  /** One of this many sessions ended so long ago that a purge deletes it. */
  readonly sessionsPerDue: number;
}

export const millionShape: Shape = {
  rows: 1_000_000,
  usersOfLargest: 500_000,
  smallTenants: 5_000,
  sessionsPerOpen: 10,
  sessionsPerDue: 50,
};

const perPiece = 50_000;
const perAuditPiece = 2_000;

/** Runs an insert for the numbers `from` to `to`, which it finds in the table `n`, in pieces. */
const inPieces = async (
  { context }: Service,
  from: number,
  to: number,
  insert: (db: Queries, first: number, last: number) => Promise<unknown>,
): Promise<void> => {
  for (let first = from; first < to; first += perPiece) {
    await context.db.transaction({}, (tx) => insert(tx, first, Math.min(first + perPiece, to) - 1));
  }
};

const numbers = (first: number, last: number) =>
  sql`(with recursive n (i) as (select ${first} union all select i + 1 from n where i < ${last}) select i from n)`;

const fillTenants = (service: Service, { smallTenants }: Shape): Promise<void> =>
  inPieces(service, 0, smallTenants, (db, first, last) =>
    sql`insert into tenants (id, name, created_at)
      select 'tnt_small_' || i, 'Small ' || i, ${service.context.clock.now()} + i from ${numbers(first, last)}`.execute(
      tablesOf(db),
    ),
  );

/** Copies of the owner, with names and addresses of their own. */
const fillUsers = (service: Service, tenantId: string, shape: Shape): Promise<void> => {
  const { usersOfLargest, smallTenants, rows } = shape;
  return inPieces(service, 1, rows, (db, first, last) =>
    sql`insert into users (id, tenant_id, email, name, name_key, search_text, role, status, password_hash,
        email_verified, preferences, created_at, last_login_at)
      select 'user_' || printf('%022d', i),
        case when i < ${usersOfLargest} then ${tenantId} else 'tnt_small_' || (i % ${smallTenants}) end,
        'person.' || i || '@example.com', 'Person ' || i, 'person ' || i,
        'person ' || i || char(10) || 'person.' || i || '@example.com',
        case when i between ${usersOfLargest} and ${usersOfLargest + smallTenants - 1} then 'owner' else 'member' end,
        'active', u.password_hash, 1, u.preferences, u.created_at - i, u.last_login_at - i * 1000
      from ${numbers(first, last)}, users u where u.id = ${`user_${'0'.repeat(22)}`}`.execute(tablesOf(db)),
  );
};

const fillSessions = (service: Service, tenantId: string, shape: Shape): Promise<void> => {
  const { sessionsPerOpen, sessionsPerDue, usersOfLargest, smallTenants, rows } = shape;
  const now = service.context.clock.now();
  return inPieces(service, 1, rows, (db, first, last) =>
    sql`insert into sessions (id, user_id, tenant_id, device, ip_address, created_at, last_active_at, expires_at,
        refresh_generation, used_generation, refresh_hash, ended_at, end_reason)
      select 'sess_' || printf('%022d', i), 'user_' || printf('%022d', i),
        case when i < ${usersOfLargest} then ${tenantId} else 'tnt_small_' || (i % ${smallTenants}) end,
        'Firefox on Linux', '192.0.2.1',
        ${now - 40 * day}, ${now} - i % ${5 * minute}, ${now + 10 * day}, 0, 0, 'hash-' || i,
        case when i % ${sessionsPerOpen} = 0 then null
          when i % ${sessionsPerDue} = 1 then ${now - 31 * day} else ${now - day} - i end,
        case when i % ${sessionsPerOpen} = 0 then null else 'logout' end
      from ${numbers(first, last)}`.execute(tablesOf(db)),
  );
};

/** A sound log: each row is linked to the one before it, as `recordEvent` does. */
const fillAuditLog = async ({ context }: Service, tenantId: string, { rows: count }: Shape): Promise<void> => {
  const { db, audit, clock } = context;
  const now = clock.now();
  let previous = '';
  for (let first = 1; first <= count; first += perAuditPiece) {
    const rows = Array.from({ length: Math.min(perAuditPiece, count + 1 - first) }, (_, index) => {
      const sequence = first + index;
      const row = audit.link(
        {
          tenant_id: tenantId,
          sequence,
          at: now - (count - sequence) * 1_000,
          actor_id: `user_${String(sequence).padStart(22, '0')}`,
          actor_name: `Person ${sequence}`,
          ip_address: '192.0.2.1',
          device: 'Firefox on Linux',
          request_id: `req_${String(sequence).padStart(22, '0')}`,
          // A log begins with the sign-up.
          action: sequence === 1 ? 'signup' : 'login',
          target_kind: 'user',
          target_id: `user_${String(sequence).padStart(22, '0')}`,
          target_label: `person.${sequence}@example.com`,
          details: detailsShape.write({ device: 'Firefox on Linux' }),
        },
        previous,
      );
      previous = row.hash;
      return { ...row, ...searchTexts(row) };
    });
    const names = Object.keys(rows[0] ?? {});
    const list = sql.join(names.map((name) => sql.ref(name)));
    const values = sql.join(names.map((name) => sql`value ->> ${sql.lit(`$.${name}`)}`));
    await db.transaction({ tenant: tenantId }, async (tx) => {
      await sql`insert into audit_events (${list}) select ${values} from json_each(${JSON.stringify(rows)})`.execute(
        tablesOf(tx),
      );
      const last = rows.at(-1);
      if (!last) return;
      const head = audit.sealHead(last);
      await sql`insert into audit_heads (tenant_id, sequence, hash, seal)
        values (${tenantId}, ${head.sequence}, ${head.hash}, ${head.seal})
        on conflict (tenant_id) do update set sequence = excluded.sequence, hash = excluded.hash, seal = excluded.seal`.execute(
        tablesOf(tx),
      );
    });
  }
};

/** Fills an empty folder with 1,000,000 users, sessions and audit rows, or as many as `shape` says. */
export const seedMillion = async (dataDir: string, shape: Shape = millionShape): Promise<Seeded> => {
  const seeded = await seed(dataDir, 1, 1);
  await withService(dataDir, async (service) => {
    await fillTenants(service, shape);
    await fillUsers(service, seeded.tenantId, shape);
    await fillSessions(service, seeded.tenantId, shape);
    await fillAuditLog(service, seeded.tenantId, shape);
  });
  return seeded;
};
