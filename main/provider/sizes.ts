import type { Component, Sizes } from '#shared/flows/hosting.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';

const sizeText = /^\s*(\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d+)?)\s*([a-z]*)/i;
const unitText = /^([kmgt])(?:b|ib|(?:ilo|ega|iga|era)bytes?)?$/i;
const gigabytes: Record<string, number> = { k: 1 / 1024 ** 2, m: 1 / 1024, g: 1, t: 1024 };

/** How many gigabytes a unit is: GB, GiB, gigabytes. Undefined for any other word, such as SSD. */
const gigabytesOf = (unit: string): number | undefined => {
  const [, prefix] = unitText.exec(unit) ?? [];
  return prefix === undefined ? undefined : gigabytes[lowerAscii(prefix)];
};

/**
 * DECISION 0037: seed 001 doesn't show the units. Without a unit, we read RAM below 128 as gigabytes and otherwise as
 * megabytes, disks as gigabytes, and bandwidth below 100 as terabytes and otherwise as gigabytes.
 */
const impliedUnit = (component: Component, value: number): string => {
  if (component === 'ram') return value < 128 ? 'g' : 'm';
  if (component === 'bandwidth') return value < 100 ? 't' : 'g';
  return 'g';
};

/** A component's size in the units of {@link Sizes}: `"2 GB"` of RAM is 2048. `unit` applies if the text has none. */
export const sizeOf = (component: Component, text: string | null, unit = ''): number | null => {
  const [, digits, ownUnit = ''] = sizeText.exec(text ?? '') ?? [];
  if (digits === undefined) return null;
  // A speed isn't an amount of data.
  if (/^[kmgt]?bps$|^[kmgt]?bits?$/i.test(ownUnit)) return null;
  const value = Number(digits.replaceAll(',', ''));
  if (component === 'cpu') return value;
  const named = gigabytesOf(ownUnit) ?? gigabytesOf(unit);
  const inGigabytes = value * (named ?? gigabytes[impliedUnit(component, value)] ?? 1);
  return Math.round(component === 'ram' ? inGigabytes * 1024 : inGigabytes);
};

/** All sizes of an item that the provider describes with four texts. */
export const sizesOf = (item: Record<Component, string | null>): Sizes => ({
  cpu: sizeOf('cpu', item.cpu),
  ram_mb: sizeOf('ram', item.ram),
  disk_gb: sizeOf('disk', item.disk),
  bandwidth_gb: sizeOf('bandwidth', item.bandwidth),
});
