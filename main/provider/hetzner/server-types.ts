import { z } from 'zod';
import { fromMinor, toMinor } from '#shared/flows/money.ts';
import { price } from '../amounts.ts';
import type { PriceList, PriceOption } from '../price-list.ts';
import { readRows } from '../rows.ts';
import { identifier, text } from '../wire.ts';
import { gigabytesOf, type HetznerServer, serverType } from './servers.ts';

const deprecation = z.object({ unavailable_after: z.iso.datetime({ offset: true }) }).nullish();

const offer = serverType.extend({
  prices: z.array(
    z.object({
      location: text,
      /** With the account's value-added tax: what is charged. */
      price_monthly: z.object({ gross: price }),
      included_traffic: z.number().nullish(),
    }),
  ),
  deprecation,
  locations: z.array(z.object({ name: text, available: z.boolean().nullish(), deprecation })).nullish(),
});
type Offer = z.output<typeof offer>;

const identity = z.object({ id: identifier.nullable().catch(null), name: text.nullable().catch(null) });

/** Whether a type can be had at a location. The documentation tells of each location; older answers only of the type. */
const isOffered = ({ deprecation, locations }: Offer, location: string, now: number): boolean => {
  const isOver = (at: Offer['deprecation']): boolean => at != null && Date.parse(at.unavailable_after) <= now;
  if (isOver(deprecation)) return false;
  const here = locations?.find(({ name }) => name === location);
  if (!here) return !locations?.length;
  return here.available !== false && !isOver(here.deprecation);
};

type Price = Offer['prices'][number];

/** The price at a server's location. Without a server, the lowest of all locations. */
const priceOf = ({ prices }: Offer, location: string | null): Price | undefined => {
  const offered = prices.filter(({ price_monthly }) => price_monthly.gross !== null);
  if (location !== null) return offered.find((one) => one.location === location);
  return offered.toSorted((one, other) => Number(one.price_monthly.gross) - Number(other.price_monthly.gross))[0];
};

/** A disk keeps its size when the type changes, so a type with a larger disk does not bring one. */
const diskAfter = (type: Offer, server: HetznerServer | undefined): number =>
  server ? Math.min(type.disk, server.disk) : type.disk;

const toOption = (type: Offer, price: Price, server: HetznerServer | undefined): PriceOption => {
  const disk = diskAfter(type, server);
  const traffic = gigabytesOf(price.included_traffic);
  // Shown with more decimals than anyone is charged.
  const { gross } = price.price_monthly;
  const monthly = gross === null ? null : fromMinor(toMinor(gross));
  return {
    id: type.id,
    rid: type.id,
    name: type.name,
    cpu: String(type.cores),
    ram: `${type.memory} GB`,
    disk: `${disk} GB`,
    bandwidth: traffic === null ? null : `${traffic} GB`,
    hourly: null,
    monthly,
    quarterly: null,
    semiannually: null,
    annually: null,
    biennially: null,
    triennially: null,
    mysort: 0,
    current: server?.server_type.id === type.id ? 1 : 0,
    promo: {},
    percent: 0,
    mtotal: monthly,
    cycles: {},
    firsts: [],
    resource: null,
    sizes: { cpu: type.cores, ram_mb: Math.round(type.memory * 1024), disk_gb: disk, bandwidth_gb: traffic },
    components: [],
  };
};

/**
 * The types that a server can change to, with its own, cheapest first. A type with another kind of processor is none of
 * them. One with a smaller disk is: services say why it is refused.
 */
export const priceListOf = (
  rows: readonly unknown[],
  server: HetznerServer | undefined,
  currency: string | null,
  now: number,
): PriceList => {
  const { rows: types, unreadable } = readRows(offer, rows);
  const plans = types.flatMap((type): PriceOption[] => {
    const isCurrent = server?.server_type.id === type.id;
    const price = priceOf(type, server?.location ?? null);
    if (!price) return [];
    if (server && !isCurrent) {
      if (type.architecture !== server.server_type.architecture) return [];
      if (server.location !== null && !isOffered(type, server.location, now)) return [];
    }
    return [toOption(type, price, server)];
  });
  return {
    plans: plans
      .toSorted((one, other) => Number(one.monthly) - Number(other.monthly))
      .map((plan, index) => ({ ...plan, mysort: index })),
    unreadable: unreadable.map(({ position, field, value, row }) => {
      const { id = null, name = null } = identity.safeParse(row).data ?? {};
      return { position, rid: id, name: name || null, field, value };
    }),
    currency,
  };
};
