import { z } from 'zod';
import type { Sizes } from '#shared/hosting.ts';
import { sizesOf } from './sizes.ts';
import { flag, identifier, listOf, optionalText, text } from './wire.ts';

interface PendingTexts {
  upgrade_cpu: string | null;
  upgrade_ram: string | null;
  upgrade_disk: string | null;
}

/** The sizes that an order will bring; null where it changes nothing. */
const pendingSizes = ({ upgrade_cpu, upgrade_ram, upgrade_disk }: PendingTexts, present: Sizes): Sizes => {
  const wanted = sizesOf({ cpu: upgrade_cpu, ram: upgrade_ram, disk: upgrade_disk, bandwidth: null });
  const changed = (name: keyof Sizes): number | null =>
    wanted[name] && wanted[name] !== present[name] ? wanted[name] : null;
  return { cpu: changed('cpu'), ram_mb: changed('ram_mb'), disk_gb: changed('disk_gb'), bandwidth_gb: null };
};

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
    /** WHMCS writes `Semi-Annually`, seed 001 `semiannually`. */
    billingcycle: optionalText.transform((cycle) => cycle?.toLowerCase().replaceAll(/[^a-z]/g, '') || null),
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
  .transform((server) => {
    const sizes = sizesOf(server);
    return { ...server, sizes, pending: pendingSizes(server, sizes) };
  });
export type Instance = z.output<typeof instance>;

/** Each server once, even if the provider lists it twice. */
export const instances = listOf(instance).transform((servers) => [
  ...new Map(servers.map((server) => [server.serviceid, server])).values(),
]);
