import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { event } from '#shared/contract/events/resources.ts';
import { timestamp } from '#shared/contract/fields.ts';
import { auditActions } from '#shared/texts/audit.ts';
import { actionsOfEvents, type EventType, eventTypes } from '#shared/texts/event-types.ts';

/** What a type tells: the actions that are told as it, and the details of each. */
const descriptionOf = (type: EventType): string =>
  actionsOfEvents([type])
    .map((action) => {
      const spec = auditActions[action];
      const details = 'details' in spec ? spec.details.map((name) => `\`${name}\``).join(', ') : '';
      return `\`${action}\`: ${spec.text}.${details === '' ? '' : ` Its details: ${details}. Those with \`?\` may be absent.`}`;
    })
    .join('\n\n');

const headers = {
  'webhook-id': z.string().meta({ description: 'The ID of the event, the same for each attempt' }),
  'webhook-timestamp': z.string().meta({ description: 'When it was sent, in seconds since the epoch' }),
  'webhook-signature': z
    .string()
    .meta({ description: '`v1,` and a signature in Base64, once for each secret, separated by spaces' }),
};

/** Every event that a webhook can get, by Standard Webhooks. */
export const openApiWebhooks = (): ZodOpenApiPathsObject =>
  Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `on_${type.replace('.', '_')}`,
          tags: ['events'],
          summary: type,
          description: descriptionOf(type),
          security: [],
          requestParams: { header: z.object(headers) },
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: z.object({ type: z.literal(type), timestamp, data: event.shape.data }),
              },
            },
          },
          responses: {
            '200': { description: 'Any 2xx status within 15 seconds: the event is not sent again' },
            '410': { description: 'The destination is turned off' },
          },
        },
      },
    ]),
  );
