import type { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import { toIso } from '../../platform/clock.ts';
import { lastDays } from '../../platform/last-days.ts';
import { countEventsByDay, latestAuditEvents } from '../../storage/store/audit/audit-events.ts';
import { listExpiringApiKeys } from '../../storage/store/identity/api-keys.ts';
import { countFailedSignInsByDay, listMostTried } from '../../storage/store/identity/failed-sign-ins.ts';
import { countOpenSessionsOf } from '../../storage/store/identity/open-sessions.ts';
import { countActive, countAtRisk, listAtRisk, type RiskFilter } from '../../storage/store/team/protection.ts';
import type { Handler } from '../handler.ts';
import { dormantSince, periods, presentListedMember } from './overview.ts';

const shownMembers = 10;
const shownFailures = 10;
const shownTried = 10;
const shownKeys = 20;

const signIns = ['login', 'completeLogin', 'loginWithPasskey', 'completeLoginWithPasskey', 'loginWithLink'] as const;

/** How well a team's accounts are protected. Reads counts, and the rows that need attention. */
export const getSecurityOverview: Handler<typeof contract.security.getSecurityOverview> = async (
  { db, clock, callers, failedSignIns },
  { tenant_id },
) => {
  const { read } = db;
  await failedSignIns.flush(tenant_id);
  const now = clock.now();
  const days = lastDays(now, periods.failures / day);
  const since = days[0]?.startsAt ?? 0;
  const counted = await countEventsByDay(read, tenant_id, [...signIns, 'lockAccount'], since);
  const sum = (number: number, isLockout: boolean): number =>
    counted
      .filter((row) => row.day === number && (row.action === 'lockAccount') === isLockout)
      .reduce((total, { count }) => total + count, 0);
  const firstDay = days[0]?.number ?? 0;
  const failed = await countFailedSignInsByDay(read, tenant_id, firstDay);
  const locks = { tenantId: tenant_id, actions: ['lockAccount'], from: since } as const;
  const active = await countActive(read, tenant_id);
  const having = (risk: RiskFilter['risk']) => ({ tenantId: tenant_id, risk, dormantSince: dormantSince(now) });
  const listed = async (risk: RiskFilter['risk']) => ({
    total: await countAtRisk(read, having(risk)),
    members: (await listAtRisk(read, having(risk), { limit: shownMembers, offset: 0 })).rows.map(presentListedMember),
  });
  return {
    members: active,
    second_factors: active - (await countAtRisk(read, having('no_second_factor'))),
    open_sessions: (await countOpenSessionsOf(read, tenant_id, callers.openAt(tenant_id))).sessions,
    unverified: await listed('unverified'),
    dormant: await listed('dormant'),
    failures: {
      days: days.map(({ number, name }) => ({
        day: name,
        sign_ins: sum(number, false),
        failed: failed.get(number) ?? 0,
        lockouts: sum(number, true),
      })),
      most_tried: (await listMostTried(read, tenant_id, firstDay, shownTried)).map(({ last_at, ...account }) => ({
        ...account,
        last_failed: toIso(last_at),
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
