/** What the provider sells. Amounts are in cents. */

export interface Plan {
  rid: number;
  name: string;
  cpu: number;
  ramGb: number;
  diskGb: number;
  bandwidthTb: number;
  monthly: number;
}

/** Plans of an account; VPS 1 is the platform's default plan (seed 001 §1). */
export const plans = (): Plan[] => [
  { rid: 100, name: 'VPS 0', cpu: 1, ramGb: 1, diskGb: 50, bandwidthTb: 2, monthly: 499 },
  { rid: 101, name: 'VPS 1', cpu: 1, ramGb: 2, diskGb: 50, bandwidthTb: 2, monthly: 999 },
  { rid: 102, name: 'VPS 2', cpu: 2, ramGb: 4, diskGb: 75, bandwidthTb: 2, monthly: 1899 },
  { rid: 103, name: 'VPS 3', cpu: 2, ramGb: 6, diskGb: 100, bandwidthTb: 2, monthly: 2899 },
  { rid: 104, name: 'VPS 4', cpu: 4, ramGb: 8, diskGb: 150, bandwidthTb: 3, monthly: 3899 },
];

/** How many months a cycle has, by the seed's names, shortest first. */
export const monthsOf: Readonly<Record<string, number>> = {
  monthly: 1,
  quarterly: 3,
  semiannually: 6,
  annually: 12,
  biennially: 24,
  triennially: 36,
};

/** The seed's name for a cycle word such as `Semi-Annually`. */
export const cycleKey = (word: string): string => word.toLowerCase().replaceAll(/[^a-z]/g, '');

export interface Service {
  managed: boolean;
  drive: 'ssd' | 'hdd';
}

/** The price of one cycle: hard disks cost less, a year is cheaper, management costs five more a month. */
export const priceOf = ({ monthly }: Plan, cycle: string, { managed, drive }: Service): number => {
  const months = monthsOf[cycle] ?? 1;
  const base = Math.round(drive === 'hdd' ? monthly * 0.7 : monthly) + (managed ? 500 : 0);
  return Math.round(base * months * (months >= 12 ? 0.9 : 1));
};

export const decimal = (cents: number): string => (cents / 100).toFixed(2);
