import { z } from 'zod';
import { maxQueueLength, queueStates } from '../../../flows/upgrade-queue.ts';
import { id, timestamp } from '../../fields.ts';
import { money } from './fields.ts';
import { upgradeRun } from './upgrade-runs.ts';

/** Why a queue has stopped. */
export const queueProblem = z
  .strictObject({
    run_id: id,
    code: z.string().meta({ description: 'As of errors, such as STATE_CONFLICT' }),
    reason: z.string().nullable(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    message: z.string(),
    at: timestamp,
  })
  .meta({ id: 'UpgradeQueueProblem' });

/** Runs as reviewed: anything newer is not ordered. */
export const reviewedRuns = z
  .array(z.strictObject({ run_id: id, version: z.int().min(0) }))
  .min(1)
  .max(maxQueueLength)
  .meta({ description: 'Runs with a plan, in the order in which they are ordered, each with its reviewed version' });

export const upgradeQueue = z
  .strictObject({
    queue_id: id,
    state: z.enum(queueStates),
    version: z.int(),
    runs: z.array(upgradeRun).meta({ description: 'In the order in which they are ordered' }),
    current_run_id: id.nullable().meta({ description: "Of the first upgrade that isn't ordered yet" }),
    delta_monthly: money.meta({ description: 'What all upgrades together add to the cost per month' }),
    problem: queueProblem.nullable(),
    started_by: z.string(),
    started_at: timestamp,
    ended_at: timestamp.nullable(),
  })
  .meta({ id: 'UpgradeQueue' });
