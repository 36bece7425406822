import { z } from 'zod';
import type { Sizes } from '#shared/flows/hosting.ts';
import { upperAscii } from '#shared/text-input/ascii-case.ts';
import type { ServerReading } from '../provider.ts';
import { flag, identifier, optionalText, text, whole } from '../wire.ts';

/** Servers and their types, as docs.hetzner.cloud describes them. Fields not named here are dropped. */

/** Ids say whose they are, so that servers of two providers are never taken for one another. */
const prefix = 'hcloud-';
export const idOf = (id: number): string => `${prefix}${id}`;
/** The number in an id; undefined for an id of another provider. */
export const numberIn = (serviceId: string): number | undefined =>
  /^hcloud-[1-9]\d{0,14}$/.test(serviceId) ? Number(serviceId.slice(prefix.length)) : undefined;

const gigabyte = 1024 ** 3;
/** Bytes. */
export const gigabytesOf = (bytes: number | null | undefined): number | null =>
  bytes ? Math.round(bytes / gigabyte) : null;

const place = z.object({ name: text });

export const serverType = z.object({
  id: identifier,
  name: text,
  cores: z.number().positive(),
  /** GB. */
  memory: z.number().positive(),
  /** GB. */
  disk: z.number().positive(),
  storage_type: optionalText,
  architecture: optionalText,
});

export const server = z
  .object({
    id: identifier,
    name: text,
    status: text,
    locked: flag,
    server_type: serverType,
    /** GB. Stays as it is when the type changes without the disk. */
    primary_disk_size: whole.nullish(),
    included_traffic: z.number().nullish(),
    location: place.nullish(),
    datacenter: z.object({ location: place }).nullish(),
    public_net: z.object({ ipv4: z.object({ ip: text }).nullish(), ipv6: z.object({ ip: text }).nullish() }).nullish(),
  })
  .transform(({ location, datacenter, primary_disk_size: disk, ...server }) => ({
    ...server,
    location: location?.name ?? datacenter?.location.name ?? null,
    disk: disk || server.server_type.disk,
  }));
export type HetznerServer = z.output<typeof server>;

const unknownSizes: Sizes = { cpu: null, ram_mb: null, disk_gb: null, bandwidth_gb: null };

/** A server, as services see it. What runs is ACTIVE; other statuses keep the provider's word. */
export const readingOf = ({ server_type: type, ...server }: HetznerServer): ServerReading => ({
  serviceid: idOf(server.id),
  srvrname: server.name,
  status: server.status === 'running' ? 'ACTIVE' : upperAscii(server.status),
  is_suspended: false,
  locked: server.locked,
  // Billed by the hour, up to a price per month.
  billingcycle: 'monthly',
  product_name: type.name,
  // A server without an IPv4 address has a network of IPv6 addresses.
  main_ip: server.public_net?.ipv4?.ip ?? server.public_net?.ipv6?.ip ?? null,
  // Primary addresses are in the price.
  ips: null,
  task_state: null,
  // Local and network disks are both SSDs.
  disk_type: 'ssd',
  sizes: {
    cpu: type.cores,
    ram_mb: Math.round(type.memory * 1024),
    disk_gb: server.disk,
    bandwidth_gb: gigabytesOf(server.included_traffic),
  },
  pending: unknownSizes,
});

export const action = z.object({
  id: identifier,
  command: text,
  status: z.enum(['running', 'success', 'error']),
  error: z.object({ code: text, message: text }).nullish(),
});
export type HetznerAction = z.output<typeof action>;
