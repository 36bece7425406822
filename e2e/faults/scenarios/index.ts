import { orderRows } from './order-rows.ts';
import { readingRows } from './reading-rows.ts';
import type { Scenario } from './scenario.ts';
import { serverRows } from './server-rows.ts';
import { transportRows } from './transport-rows.ts';

/** All scenarios that share programs. Those of kill-rows.ts kill theirs. */
export const scenarios: readonly Scenario[] = [...transportRows, ...orderRows, ...serverRows, ...readingRows];
