import { z } from 'zod';
import { healthChecks, maxQueueLength, queueActions, queueStates } from '../../../flows/upgrade-queue.ts';
import { reasonMessage } from '../../../texts/field-reasons.ts';
import { boundedString } from '../../bounded-string.ts';
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
  .meta({ description: 'Upgrades, in the order in which they are done, each with its reviewed version' });

/** How a server shows that it works, before its upgrade is confirmed. */
export const healthCheck = z
  .strictObject({
    by: z.enum(healthChecks).meta({ description: 'tcp: a connection; http: an answer with a status below 400' }),
    port: z.int().min(1).max(65_535),
    path: boundedString(200)
      .regex(/^\/[\x21-\x7e]*$/, reasonMessage('path'))
      .default('/')
      .meta({ description: 'Of a check by http' }),
  })
  .meta({ id: 'NewHealthCheck', outputId: 'HealthCheck', description: 'Of the address of the server' });

export const upgradeQueue = z
  .strictObject({
    queue_id: id,
    action: z.enum(queueActions),
    health_check: healthCheck.nullable(),
    state: z.enum(queueStates),
    version: z.int(),
    runs: z.array(upgradeRun).meta({ description: 'In their order' }),
    left_out: z.array(id).meta({ description: 'Upgrades that the provider didn’t start: they may not be paid' }),
    current_run_id: id.nullable().meta({ description: "Of the first upgrade that isn't done yet" }),
    delta_monthly: money.meta({ description: 'What all upgrades together add to the cost per month' }),
    problem: queueProblem.nullable(),
    started_by: z.string(),
    started_at: timestamp,
    ended_at: timestamp.nullable(),
  })
  .meta({ id: 'UpgradeQueue' });
