import { type Sizes, sizeNames } from '#shared/flows/hosting.ts';
import type { Translate } from '../../../languages/translate.ts';

export type SizeName = keyof Sizes;

/** A kilobyte is 1,024 bytes here, as the provider counts. */
const step = 1_024;

const amount = (value: number, unit: 'megabyte' | 'gigabyte' | 'terabyte', language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 2 }).format(
    value,
  );

/** One of a server's sizes, in its customary unit. */
export const sizeText = (name: SizeName, value: number | null, t: Translate, language: string): string => {
  if (value === null) return t('hosting.sizes.unknown');
  switch (name) {
    case 'cpu':
      return t('hosting.sizes.cores', { count: value });
    case 'ram_mb':
      return value < step ? amount(value, 'megabyte', language) : amount(value / step, 'gigabyte', language);
    case 'disk_gb':
      return amount(value, 'gigabyte', language);
    case 'bandwidth_gb':
      return value < step ? amount(value, 'gigabyte', language) : amount(value / step, 'terabyte', language);
  }
};

/** All known sizes of a server in one line. */
export const sizesText = (sizes: Sizes, t: Translate, language: string): string =>
  sizeNames
    .filter((name) => sizes[name] !== null)
    .map((name) => t(`hosting.sizes.line.${name}`, { size: sizeText(name, sizes[name], t, language) }))
    .join(' · ');

export type SizeChange = 'same' | 'more' | 'less' | 'unknown';

export const sizeChange = (before: number | null, after: number | null): SizeChange => {
  if (before === null || after === null) return 'unknown';
  return after === before ? 'same' : after > before ? 'more' : 'less';
};
