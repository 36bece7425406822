import type { Exception } from './judge-packages.ts';

/** Direct dependencies that are deprecated and stay for now. The audit fails again after the last day of each. */
export const exceptions: readonly Exception[] = [];
