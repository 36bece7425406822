import { day } from '#shared/rules/limits.ts';
import { toIso } from '../../platform/clock.ts';

/** DECISION 0182: what the security overview calls dormant, recent and soon, in milliseconds. */
export const periods = { dormant: 90 * day, failures: 30 * day, expiring: 14 * day } as const;

/** Who signed in last before this instant is dormant. */
export const dormantSince = (now: number): number => now - periods.dormant;

export const presentListedMember = (row: { id: string; name: string; email: string; last_login_at: number }) => ({
  user_id: row.id,
  name: row.name,
  email: row.email,
  last_login: toIso(row.last_login_at),
});
