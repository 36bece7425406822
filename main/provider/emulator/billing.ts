import type { BillingCycle } from '#shared/flows/hosting.ts';
import { type Minor, monthsOf, shareOf } from '#shared/flows/money.ts';
import { day } from '#shared/rules/limits.ts';
import { planOf, priceOf, type Spec } from './plans.ts';
import type { Server } from './state.ts';

const addMonths = (instant: number, months: number): number => {
  const date = new Date(instant);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + (instant % day);
};

/** The end of a cycle that starts now. An hourly service is billed by the day. */
export const endOfCycle = (now: number, cycle: BillingCycle): number =>
  cycle === 'hourly' ? now + day : addMonths(now, monthsOf[cycle]);

/** A server's price for one cycle with another plan and size, in cents. An hourly one costs nothing in advance. */
const cycleCost = (server: Server, rid: number, spec: Spec): Minor => {
  const plan = planOf(rid);
  if (!plan || server.billingcycle === 'hourly') return 0;
  return priceOf(plan, spec, server.billingcycle, server.managed);
};

const dayOf = (instant: number): number => Math.floor(instant / day);

/** The price difference for the full days left in the cycle, in cents. Never below zero. */
export const prorated = (server: Server, rid: number, spec: Spec, now: number): Minor => {
  if (server.billingcycle === 'hourly') return 0;
  const difference = cycleCost(server, rid, spec) - cycleCost(server, server.rid, server.spec);
  const end = server.nextduedate;
  const length = dayOf(end) - dayOf(addMonths(end, -monthsOf[server.billingcycle]));
  return Math.max(0, shareOf(difference, Math.min(dayOf(end) - dayOf(now), length), length));
};
