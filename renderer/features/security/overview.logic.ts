import type { OutputOf } from '#shared/contract/operation.ts';
import type { getSecurityOverview } from '#shared/contract/security/get-security-overview.ts';
import { type DateStyle, dayFormat } from '../../components/dates.ts';

export type SecurityOverview = OutputOf<typeof getSecurityOverview>;

/** The sums of the days that the chart shows. */
export const totalsOf = ({
  days,
}: Pick<SecurityOverview['failures'], 'days'>): { signIns: number; failed: number; lockouts: number } => ({
  signIns: days.reduce((sum, { sign_ins }) => sum + sign_ins, 0),
  failed: days.reduce((sum, { failed }) => sum + failed, 0),
  lockouts: days.reduce((sum, { lockouts }) => sum + lockouts, 0),
});

/** The service lists at most this many keys. */
const listedKeys = 20;

/** How many keys expire soon; `20+` if there may be more than the service lists. */
export const keyCount = ({ expiring_keys }: Pick<SecurityOverview, 'expiring_keys'>): string =>
  expiring_keys.length < listedKeys ? String(expiring_keys.length) : `${listedKeys}+`;

/** The days as the chart takes them, with short names. */
export const chartDays = (days: SecurityOverview['failures']['days'], style: DateStyle) => {
  const format = dayFormat(style, { day: 'numeric', month: 'short' });
  return days.map(({ day, ...counts }) => ({
    day: format.format(new Date(`${day}T00:00:00Z`)),
    ...counts,
  }));
};
