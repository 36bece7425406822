import { accountRows } from './account-rows.ts';
import { changeRows } from './change-rows.ts';
import { decisionRows } from './decision-rows.ts';
import { fleetRows } from './fleet-rows.ts';
import { moneyRows } from './money-rows.ts';
import { orderRows } from './order-rows.ts';
import { queueRows } from './queue-rows.ts';
import { readingRows } from './reading-rows.ts';
import type { Scenario } from './scenario.ts';
import { statusRows } from './status-rows.ts';
import { transportRows } from './transport-rows.ts';

/** All scenarios that share programs. Those of kill-rows.ts kill theirs. */
export const scenarios: readonly Scenario[] = [
  ...transportRows,
  ...orderRows,
  ...statusRows,
  ...decisionRows,
  ...changeRows,
  ...moneyRows,
  ...fleetRows,
  ...accountRows,
  ...queueRows,
  ...readingRows,
];
