import { sql } from 'kysely';
import { tablesOf } from '#main/storage/database/tables.ts';
import { type Member, type Seeded, seed, withService } from './seed.ts';

/** One organization: its members, each in one group, and a few of them in many. */
export const groupsShape = {
  members: 1_000_000,
  groups: 10_000,
  /** Custom roles; every group gives one of them. */
  roles: 50,
  /** Signed in, and in so many groups each. As many are signed in, and in one, and as many in none. */
  signedIn: 100,
  groupsEach: 100,
} as const;

export interface SeededGroups extends Pick<Seeded, 'dataDir' | 'tenantId'> {
  /** Each in {@link groupsShape.groupsEach} groups. */
  inMany: Member[];
  inOne: Member[];
  inNone: Member[];
}

const idText = (prefix: string) => sql`${sql.lit(`${prefix}_`)} || printf('%022d', i)`;
const numbers = (first: number, last: number) =>
  sql`(with recursive n (i) as (select ${first} union all select i + 1 from n where i < ${last}) select i from n)`;

/** Fills an empty folder on SQLite. Writes rows directly to the store. */
export const seedGroups = async (
  dataDir: string,
  shape: Readonly<Record<keyof typeof groupsShape, number>> = groupsShape,
): Promise<SeededGroups> => {
  const { members, groups, roles, signedIn, groupsEach } = shape;
  const { tenantId, members: people } = await seed(dataDir, 3 * signedIn, 3 * signedIn);
  const owner = `user_${'0'.repeat(22)}`;
  await withService(dataDir, async ({ context: { db, clock } }) => {
    const now = clock.now();
    await db.transaction({ tenant: tenantId }, async (tx) => {
      const tables = tablesOf(tx);
      await sql`insert into users (id, tenant_id, email, name, name_key, search_text, role, status, password_hash,
          email_verified, preferences, created_at, last_login_at)
        select ${idText('user')}, u.tenant_id, 'person.' || i || '@example.com', 'Person ' || i, 'person ' || i,
          'person ' || i || char(10) || 'person.' || i || '@example.com', 'member', 'active', u.password_hash, 1,
          u.preferences, u.created_at - i, u.last_login_at - i * 1000
        from ${numbers(3 * signedIn, members - 1)}, users u where u.id = ${owner}`.execute(tables);
      await sql`insert into groups (id, tenant_id, name, name_key, description, created_at, created_by)
        select ${idText('grp')}, ${tenantId}, 'Group ' || i, 'group ' || i, '', ${now}, ${owner}
        from ${numbers(0, groups - 1)}`.execute(tables);
      await sql`insert into custom_roles (id, tenant_id, name, name_key, description, permissions, created_at, created_by)
        select ${idText('crole')}, ${tenantId}, 'Role ' || i, 'role ' || i, '',
          case i % 2 when 0 then 'audit.read' else 'settings.read' end, ${now}, ${owner}
        from ${numbers(0, roles - 1)}`.execute(tables);
      await sql`insert into custom_role_groups (role_id, group_id, granted_at, granted_by)
        select 'crole_' || printf('%022d', i % ${roles}), ${idText('grp')}, ${now}, ${owner}
        from ${numbers(0, groups - 1)}`.execute(tables);
      await sql`insert into group_members (group_id, user_id, added_at, added_by)
        select 'grp_' || printf('%022d', i % ${groups}), ${idText('user')}, ${now}, ${owner}
        from ${numbers(2 * signedIn, members - 1)}`.execute(tables);
      await sql`insert into group_members (group_id, user_id, added_at, added_by)
        select 'grp_' || printf('%022d', ((i % ${signedIn}) * ${groupsEach} + i / ${signedIn}) % ${groups}), 'user_' || printf('%022d', i % ${signedIn}), ${now}, ${owner}
        from ${numbers(0, signedIn * groupsEach - 1)}`.execute(tables);
    });
  });
  return {
    dataDir,
    tenantId,
    inMany: people.slice(0, signedIn),
    inNone: people.slice(signedIn, 2 * signedIn),
    inOne: people.slice(2 * signedIn),
  };
};
