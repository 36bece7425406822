import { z } from 'zod';
import { sizesOf } from './sizes.ts';
import { flag, identifier, listOf, optionalText, text } from './wire.ts';

/**
 * A server as the provider describes it. Not part of seed 001, but the only place where RESIZED shows. The raw response
 * also contains the root password and a configuration key, so drop all fields not named here.
 */
export const instance = z
  .object({
    serviceid: identifier,
    /** The label, often `Server#<serviceid>`. */
    srvrname: optionalText,
    /** Upper-cased: ACTIVE, RESIZED, and others that are not shown. */
    status: text.transform((status) => status.toUpperCase()),
    is_suspended: flag,
    locked: flag,
    hourly: flag,
    billingcycle: optionalText.transform((cycle) => cycle?.toLowerCase() ?? null),
    product_name: optionalText,
    ram: optionalText,
    cpu: optionalText,
    disk: optionalText,
    bandwidth: optionalText,
    bandwidth_used: optionalText,
    main_ip: optionalText,
    upgrade_available: flag,
    /** What an order that was not applied yet requests. */
    upgrade_ram: optionalText,
    upgrade_cpu: optionalText,
    upgrade_disk: optionalText,
    vm_state: optionalText,
    task_state: optionalText,
    disk_type: optionalText,
  })
  .transform((server) => ({ ...server, sizes: sizesOf(server) }));
export type Instance = z.output<typeof instance>;

export const instances = listOf(instance);
