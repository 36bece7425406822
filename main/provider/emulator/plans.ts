import type { BillingCycle, Component, DriveType } from '#shared/flows/hosting.ts';
import { divideHalfEven, fromMinor, type Minor, monthsOf, shareOf } from '#shared/flows/money.ts';
import { upperAscii } from '#shared/text-input/ascii-case.ts';

/** A server's size, in the units of the emulator's plans. */
export interface Spec {
  cpu: number;
  /** Gigabytes. */
  ram: number;
  /** Gigabytes. */
  disk: number;
  /** Terabytes per month. */
  bandwidth: number;
}

export interface Plan {
  rid: number;
  name: string;
  drive: DriveType;
  /** Cents per month, unmanaged. Undefined for the custom plan, whose price is the sum of its components. */
  monthly?: Minor;
  spec: Spec;
}

const fixed = (rid: number, drive: DriveType, monthly: Minor, [cpu, ram, disk, bandwidth]: number[]): Plan => ({
  rid,
  name: `${cpu} CPU / ${ram} GB / ${disk} GB ${upperAscii(drive)}`,
  drive,
  monthly,
  spec: { cpu: cpu ?? 1, ram: ram ?? 1, disk: disk ?? 1, bandwidth: bandwidth ?? 1 },
});

/** The first one is the default plan of the platform's cost model (seed 001 §1). */
export const plans: readonly Plan[] = [
  fixed(101, 'ssd', 999, [1, 2, 50, 2]),
  fixed(102, 'ssd', 1_899, [2, 4, 75, 2]),
  fixed(103, 'ssd', 2_899, [2, 6, 100, 2]),
  fixed(104, 'ssd', 3_899, [4, 8, 150, 3]),
  fixed(105, 'ssd', 5_799, [4, 12, 200, 4]),
  fixed(106, 'ssd', 7_699, [6, 16, 250, 5]),
  fixed(107, 'ssd', 11_499, [8, 24, 400, 6]),
  fixed(108, 'ssd', 15_299, [12, 32, 500, 7]),
  fixed(201, 'hdd', 799, [1, 2, 100, 2]),
  fixed(202, 'hdd', 1_599, [2, 4, 200, 2]),
  fixed(203, 'hdd', 3_299, [4, 8, 400, 3]),
  { rid: 190, name: 'Custom', drive: 'ssd', spec: { cpu: 1, ram: 2, disk: 50, bandwidth: 2 } },
];

export const planOf = (rid: number): Plan | undefined => plans.find((plan) => plan.rid === rid);

/** The choices for each component of the custom plan, and the price of one unit in cents per month. */
export const customComponents = {
  ram: { name: 'RAM', unit: 'GB', perPiece: 250, choices: [1, 2, 4, 6, 8, 12, 16, 24, 32] },
  cpu: { name: 'CPU Cores', unit: 'Cores', perPiece: 300, choices: [1, 2, 4, 6, 8, 12, 16] },
  disk: { name: 'Disk Space', unit: 'GB', perPiece: 4, min: 20, max: 750 },
  bandwidth: { name: 'Bandwidth', unit: 'TB', perPiece: 100, choices: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
} as const satisfies Record<
  Component,
  { name: string; unit: string; perPiece: Minor } & ({ choices: readonly number[] } | { min: number; max: number })
>;

/** Whether the custom plan is available in this size. */
export const isOffered = (spec: Spec): boolean =>
  (Object.keys(customComponents) as Component[]).every((component) => {
    const offer = customComponents[component];
    const amount = spec[component];
    return 'choices' in offer
      ? (offer.choices as readonly number[]).includes(amount)
      : Number.isInteger(amount) && amount >= offer.min && amount <= offer.max;
  });

const discounts = { monthly: 0, quarterly: 3, semiannually: 5, annually: 10, biennially: 15, triennially: 20 } as const;

/** Converts cents per month to cents per cycle. Longer cycles are cheaper; the managed level costs 50% more. */
const ofCycle = (monthly: Minor, cycle: Exclude<BillingCycle, 'hourly'>, managed: boolean): Minor =>
  shareOf(managed ? shareOf(monthly, 3, 2) : monthly, monthsOf[cycle] * (100 - discounts[cycle]), 100);

/** The price in cents for one cycle of a plan and size. An hourly service is billed afterwards, by usage. */
export const priceOf = (plan: Plan, spec: Spec, cycle: Exclude<BillingCycle, 'hourly'>, managed: boolean): Minor => {
  if (plan.monthly !== undefined) return ofCycle(plan.monthly, cycle, managed);
  const pieces = Object.entries(customComponents) as [Component, { perPiece: Minor; choices?: readonly number[] }][];
  return pieces.reduce(
    (sum, [component, { perPiece, choices }]) =>
      choices
        ? sum + ofCycle(perPiece * spec[component], cycle, managed)
        : sum + spec[component] * ofCycle(perPiece, cycle, managed),
    0,
  );
};

/** Formats cents per month for the price list: a price per cycle, four decimals for an hour, -1.00 if not offered. */
export const pricing = (monthly: Minor, managed: boolean, hourly: boolean): Record<BillingCycle, string> => {
  const inTenThousandths = divideHalfEven(BigInt(ofCycle(monthly, 'monthly', managed)) * 10n, 73n);
  const digits = String(inTenThousandths).padStart(5, '0');
  const perCycle = (cycle: Exclude<BillingCycle, 'hourly'>): string => fromMinor(ofCycle(monthly, cycle, managed));
  return {
    hourly: hourly ? `${digits.slice(0, -4)}.${digits.slice(-4)}` : '-1.00',
    monthly: perCycle('monthly'),
    quarterly: perCycle('quarterly'),
    semiannually: perCycle('semiannually'),
    annually: perCycle('annually'),
    biennially: perCycle('biennially'),
    triennially: perCycle('triennially'),
  };
};
