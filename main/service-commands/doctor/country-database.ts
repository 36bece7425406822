import { day } from '#shared/rules/limits.ts';
import { toIso } from '../../platform/clock.ts';
import type { Countries } from '../../platform/countries.ts';

/** How old the database of countries is: addresses change hands. */
export const describeCountries = ({ madeAt }: Pick<Countries, 'madeAt'>, now: number): string => {
  if (madeAt === undefined) return 'not set; sign-ins show addresses only';
  const days = Math.max(0, Math.floor((now - madeAt) / day));
  return `made ${toIso(madeAt).slice(0, 10)}, ${days === 1 ? '1 day' : `${days} days`} ago`;
};
