import { z } from 'zod';
import { maxQueueLength, queueActions } from '../../flows/upgrade-queue.ts';
import { reasonMessage } from '../../texts/field-reasons.ts';
import { boundedString } from '../bounded-string.ts';
import { id } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { outcome } from '../outcome.ts';
import { money, serviceid } from './resources/fields.ts';

/** Ids in one string, as a URL carries them. */
const idList = new RegExp(`^[^,]{1,64}(,[^,]{1,64}){0,${maxQueueLength - 1}}$`);

export const previewUpgradeQueue = defineOperation({
  id: 'previewUpgradeQueue',
  summary: 'Preview what a queue of upgrades would do and cost; changes nothing',
  http: { method: 'GET', path: '/hosting/bulk/upgrades', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  topics: ['runs'],
  input: z.strictObject({
    run_ids: boundedString(maxQueueLength * 65)
      .regex(idList, reasonMessage('id_list', { max: maxQueueLength }))
      .meta({ description: `Ids of upgrades, separated by commas, at most ${maxQueueLength}` }),
    action: z.enum(queueActions).default('order'),
  }),
  output: z.strictObject({
    queue: z.strictObject(outcome).meta({
      description: 'Whether a queue of those that are `ok` would be accepted now',
    }),
    results: z
      .array(
        z
          .strictObject({
            run_id: id,
            version: z.int().meta({ description: 'To send to `createUpgradeQueue`' }),
            serviceid,
            server_label: z.string(),
            amount: money.nullable().meta({ description: 'What this step costs now; null if no one knows' }),
            ...outcome,
          })
          .meta({ id: 'PreviewedUpgrade' }),
      )
      .meta({ description: 'The result that each would have, in their order' }),
    amount: money
      .nullable()
      .meta({ description: 'What those that are `ok` cost now; null unless that is known of each' }),
    delta_monthly: money.meta({ description: 'What those that are `ok` add to the cost per month' }),
  }),
  errors: ['NOT_FOUND'],
});
