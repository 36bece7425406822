import type { contract } from '#shared/contract/index.ts';
import { day } from '#shared/limits.ts';
import { toIso } from '../../platform/clock.ts';
import { lastDays } from '../../platform/last-days.ts';
import { countEventsByDay, latestAuditEvents } from '../../store/audit-log/audit-events.ts';
import { listExpiringApiKeys } from '../../store/identity/api-keys.ts';
import { countOpenSessionsOf } from '../../store/identity/open-sessions.ts';
import {
  countActive,
  countDormant,
  countUnverified,
  listDormant,
  listUnverified,
} from '../../store/team/protection.ts';
import type { Handler } from '../handler.ts';

/** DECISION 0182: what the overview calls dormant, recent and soon, in milliseconds. */
const periods = { dormant: 90 * day, failures: 30 * day, expiring: 14 * day } as const;
const shownMembers = 10;
const shownFailures = 10;
const shownKeys = 20;

const presentMember = (row: { id: string; name: string; email: string; last_login_at: number }) => ({
  user_id: row.id,
  name: row.name,
  email: row.email,
  last_login: toIso(row.last_login_at),
});

/** How well a team's accounts are protected. Reads counts, and the rows that need attention. */
export const getSecurityOverview: Handler<typeof contract.security.getSecurityOverview> = async (
  { db, clock, callers },
  { tenant_id },
) => {
  const { read } = db;
  await callers.flush();
  const now = clock.now();
  const days = lastDays(now, periods.failures / day);
  const since = days[0]?.startsAt ?? 0;
  const counted = await countEventsByDay(read, tenant_id, ['login', 'completeLogin', 'lockAccount'], since);
  const sum = (number: number, isLockout: boolean): number =>
    counted
      .filter((row) => row.day === number && (row.action === 'lockAccount') === isLockout)
      .reduce((total, { count }) => total + count, 0);
  const locks = { tenantId: tenant_id, action: 'lockAccount', from: since } as const;
  const { active, second_factors } = await countActive(read, tenant_id);
  const dormantSince = now - periods.dormant;
  return {
    members: active,
    second_factors,
    open_sessions: (await countOpenSessionsOf(read, tenant_id, now)).sessions,
    unverified: {
      total: await countUnverified(read, tenant_id),
      members: (await listUnverified(read, tenant_id, shownMembers)).map(presentMember),
    },
    dormant: {
      total: await countDormant(read, tenant_id, dormantSince),
      members: (await listDormant(read, tenant_id, dormantSince, shownMembers)).map(presentMember),
    },
    failures: {
      days: days.map(({ number, name }) => ({
        day: name,
        sign_ins: sum(number, false),
        lockouts: sum(number, true),
      })),
      latest: (await latestAuditEvents(read, locks, shownFailures)).map((event) => ({
        at: toIso(event.at),
        user_id: event.target_id,
        email: event.target_label,
        ip_address: event.ip_address,
      })),
    },
    expiring_keys: (await listExpiringApiKeys(read, tenant_id, now + periods.expiring, shownKeys)).map((key) => ({
      key_id: key.id,
      name: key.name,
      user_id: key.user_id,
      email: key.email,
      expires_at: toIso(key.expires_at),
    })),
  };
};
