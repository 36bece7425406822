import type { BillingCycle } from '#shared/flows/hosting.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';

/** Words for billing cycles, without spaces and hyphens. WHMCS writes `Semi-Annually`, seed 001 `semiannually`. */
const cycleWords: Readonly<Record<string, BillingCycle>> = {
  hourly: 'hourly',
  hour: 'hourly',
  monthly: 'monthly',
  month: 'monthly',
  quarterly: 'quarterly',
  quarter: 'quarterly',
  semiannually: 'semiannually',
  semiannual: 'semiannually',
  halfyearly: 'semiannually',
  biannually: 'semiannually',
  annually: 'annually',
  annual: 'annually',
  yearly: 'annually',
  biennially: 'biennially',
  biennial: 'biennially',
  triennially: 'triennially',
  triennial: 'triennially',
};

/** The billing cycle that a word of the provider means. Null if it means none, such as `One Time`. */
export const cycleNamed = (word: string): BillingCycle | null => {
  const letters = lowerAscii(word).replaceAll(/[^a-z]/g, '');
  return Object.hasOwn(cycleWords, letters) ? (cycleWords[letters] ?? null) : null;
};
