import { z } from 'zod';
import { isSameSize, type Sizes } from '#shared/flows/hosting.ts';
import { upperAscii } from '#shared/text-input/ascii-case.ts';
import { cycleNamed } from './cycles.ts';
import { readRows, type Unreadable } from './rows.ts';
import { serverAddresses } from './server-addresses.ts';
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
    wanted[name] && !isSameSize(name, wanted[name], present[name]) ? wanted[name] : null;
  return { cpu: changed('cpu'), ram_mb: changed('ram_mb'), disk_gb: changed('disk_gb'), bandwidth_gb: null };
};

/**
 * A server as the provider describes it. Not part of seed 001, but the only place where RESIZED shows. The raw response
 * also contains the root password and a configuration key, so drop all fields not named here.
 */
export const providerServer = z
  .object({
    serviceid: identifier,
    /** The label, often `Server#<serviceid>`. */
    srvrname: optionalText,
    /** Upper-cased: ACTIVE, RESIZED, and others that are not shown. */
    status: text.transform((status) => upperAscii(status)),
    is_suspended: flag,
    locked: flag,
    hourly: flag,
    /** Null for words that are no cycle, such as `One Time`. */
    billingcycle: optionalText.transform((cycle) => cycleNamed(cycle ?? '')),
    product_name: optionalText,
    ram: optionalText,
    cpu: optionalText,
    disk: optionalText,
    bandwidth: optionalText,
    bandwidth_used: optionalText,
    main_ip: optionalText,
    ips: serverAddresses,
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
export type ProviderServer = z.output<typeof providerServer>;

/** A server that can't be read, because one of its fields can't be parsed. */
export interface UnreadableProviderServer extends Unreadable {
  /** Its place in the provider's list, from 1. */
  position: number;
  /** Null if it can't be parsed either. */
  serviceid: number | null;
  label: string | null;
}

export interface ProviderServerList {
  /** Each server once, even if the provider lists it twice. */
  servers: ProviderServer[];
  unreadable: UnreadableProviderServer[];
}

const identity = z.object({ serviceid: identifier.nullable().catch(null), srvrname: optionalText.catch(null) });

/** One server that can't be parsed doesn't hide the others. */
export const providerServers = listOf(z.unknown()).transform((list): ProviderServerList => {
  const { rows, unreadable } = readRows(providerServer, list);
  return {
    servers: [...new Map(rows.map((server) => [server.serviceid, server])).values()],
    unreadable: unreadable.map(({ position, field, value, row }) => {
      const { serviceid = null, srvrname = null } = identity.safeParse(row).data ?? {};
      return { position, serviceid, label: srvrname, field, value };
    }),
  };
});
