import type { Sizes } from '#shared/hosting.ts';
import type { Translate } from '../../../languages/translate.ts';
import type { Run } from './runs.logic.ts';

type Quote = Pick<NonNullable<Run['plan']>, 'sizes' | 'reboot'>;

const differs = (before: number | null, after: number | null): boolean => before === null || before !== after;

/** What an upgrade can't undo, and what it may interrupt. */
export const reviewNotes = (before: Sizes, { sizes, reboot }: Quote, t: Translate): string[] => {
  const grows = before.disk_gb !== null && sizes.disk_gb !== null && sizes.disk_gb > before.disk_gb;
  const migrates =
    differs(before.cpu, sizes.cpu) || differs(before.ram_mb, sizes.ram_mb) || differs(before.disk_gb, sizes.disk_gb);
  return [
    ...(grows ? [t('hosting.review.diskStays')] : []),
    ...(migrates ? [t(`hosting.reboot.${reboot}`), t('hosting.review.decide')] : [t('hosting.review.atOnce')]),
    t('hosting.review.invoice'),
  ];
};
