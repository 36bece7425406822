import { version } from '../../../../platform/version.ts';
import type { ConnectedInstance } from '../../database.ts';
import type { OwnMigration } from '../../migrations/contraction.ts';
import { mapErrors } from './errors.ts';
import type { PostgresPool } from './sessions.ts';

/** Each instance shares this lock as long as it has the database open. */
export const instanceLock = 'castellan instance';
/** Each instance shares a lock of this kind for what it has confirmed. */
export const confirmationLock = 'castellan confirmed';

/** What an instance calls itself at the server: its last migration, so that others know what it needs, and its version. */
export const instanceName = (migrations: Record<string, OwnMigration>): string =>
  `castellan ${Object.keys(migrations).at(-1)} ${version}`;

/** What an instance's name says. Something between it and the server may have replaced the name. */
export const readInstanceName = (name: string): { lastMigration: string; version: string | undefined } => {
  const [, lastMigration = '', itsVersion] = name.split(' ');
  return { lastMigration, version: itsVersion };
};

const held = `select pid, classid, objid from pg_locks
  where locktype = 'advisory' and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())`;

/** How many instances are connected that don't share the lock of a confirmation. */
export const countUnconfirmed = async (pool: PostgresPool, name: string): Promise<number> => {
  const { rows } = await pool.query(
    `with held as (${held})
    select count(distinct pid)::int as count from held
    where classid = hashtext($1)::oid and objid = 0::oid and pid not in (
      select pid from held where classid = hashtext($2)::oid and objid = hashtext($3)::oid
    )`,
    [instanceLock, confirmationLock, name],
  );
  return rows[0]?.count ?? 0;
};

/**
 * The instances that have the database open, the longest connected first.
 * @param ownPid the connection with which this instance shares the lock of those present
 * @throws AppError BUSY if the server can't be reached
 */
export const listInstances = async (pool: PostgresPool, ownPid: number | undefined): Promise<ConnectedInstance[]> => {
  const { rows } = await mapErrors(() =>
    pool.query<{ pid: number; name: string; address: string | null; since: number | null }>(
      `with held as (${held})
      select pid, application_name as name, host(client_addr) as address,
        (extract(epoch from backend_start) * 1000)::bigint as since
      from pg_stat_activity
      where pid in (select pid from held where classid = hashtext($1)::oid and objid = 0::oid)
      order by backend_start, pid`,
      [instanceLock],
    ),
  );
  return rows.map(({ pid, name, address, since }) => ({
    ...readInstanceName(name),
    connectedAt: since ?? undefined,
    address: address ?? undefined,
    isOwn: pid === ownPid,
  }));
};
