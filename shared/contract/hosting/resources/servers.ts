import { z } from 'zod';
import { costSources, driveTypes } from '../../../flows/hosting.ts';
import { runKinds, runStates } from '../../../flows/upgrade-flow.ts';
import { id, timestamp } from '../../fields.ts';
import { billingCycle, money, serverTag, serviceid, sizes } from './fields.ts';

export const server = z
  .strictObject({
    serviceid,
    label: z.string(),
    own_label: z.string().nullable().meta({ description: 'Its name in Castellan, if one was set' }),
    tags: z.array(serverTag),
    status: z.string().meta({ description: 'As the provider reports it: ACTIVE, RESIZED and others' }),
    is_suspended: z.boolean(),
    is_locked: z.boolean(),
    product_name: z.string().nullable(),
    sizes,
    main_ip: z.string().nullable(),
    billingcycle: billingCycle.nullable(),
    managed: z.boolean().nullable().meta({ description: "Null if unknown: the provider doesn't show it" }),
    drive_type: z.enum(driveTypes).nullable().meta({ description: "Null if the provider doesn't report it" }),
    approximate_cost: money.meta({ description: 'Of one month' }),
    cost_source: z.enum(costSources),
    cost_updated_at: timestamp,
    seen_at: timestamp.meta({ description: 'When it was last read from the provider' }),
    is_gone: z.boolean().meta({ description: 'The provider no longer lists it' }),
    open_run: z.strictObject({ run_id: id, kind: z.enum(runKinds), state: z.enum(runStates) }).nullable(),
  })
  .meta({ id: 'Server' });

/** What the servers of a tag cost together. */
export const tagCost = z
  .strictObject({
    tag: serverTag,
    servers: z.int(),
    monthly_cost: money.meta({ description: 'Of these servers together' }),
  })
  .meta({ id: 'TagCost' });

export const ipAddress = z
  .strictObject({
    ip_id: id,
    address: z.string(),
    label: z.string(),
    serviceid: serviceid.nullable(),
    approximate_cost: money.meta({ description: 'Of one month' }),
    is_unlisted: z
      .boolean()
      .meta({ description: "The provider listed it for its server, and no longer does: it isn't counted" }),
    created_at: timestamp,
  })
  .meta({ id: 'IpAddress' });

/** A server that is left out because one of its fields could not be parsed. What is stored of it stays as it was. */
export const unreadableServer = z
  .strictObject({
    position: z.int().meta({ description: "Place in the provider's list, from 1" }),
    serviceid: serviceid.nullable(),
    label: z.string().nullable(),
    field: z.string().nullable().meta({ description: "The first field that can't be parsed; null for the whole row" }),
    value: z.string().nullable().meta({ description: 'Its value, shortened; null if missing' }),
  })
  .meta({ id: 'UnreadableServer' });
