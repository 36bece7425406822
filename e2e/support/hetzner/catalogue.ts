/** Server types and prices, in the shape of `GET /server_types`. Prices as of no particular day. */

export interface ServerType {
  id: number;
  name: string;
  description: string;
  cores: number;
  memory: number;
  disk: number;
  storage_type: string;
  cpu_type: string;
  architecture: string;
  deprecated: boolean;
  deprecation: { announced: string; unavailable_after: string } | null;
  locations: { id: number; name: string; recommended: boolean; available: boolean; deprecation: null }[];
  prices: {
    location: string;
    price_hourly: { net: string; gross: string };
    price_monthly: { net: string; gross: string };
    included_traffic: number;
    price_per_tb_traffic: { net: string; gross: string };
  }[];
}

const terabyte = 1024 ** 4;

interface Given {
  id: number;
  name: string;
  cores: number;
  memory: number;
  disk: number;
  /** Gross, per month, at fsn1. */
  monthly: number;
  architecture?: string;
  available?: boolean;
  /** When it can't be had any more. */
  over?: string;
}

const serverType = ({ monthly, architecture = 'x86', available = true, over, ...given }: Given): ServerType => ({
  ...given,
  description: given.name.toUpperCase(),
  storage_type: 'local',
  cpu_type: 'shared',
  architecture,
  deprecated: over !== undefined,
  deprecation: over === undefined ? null : { announced: '2025-01-01T00:00:00+00:00', unavailable_after: over },
  locations: [
    { id: 1, name: 'fsn1', recommended: true, available, deprecation: null },
    { id: 4, name: 'ash', recommended: false, available: true, deprecation: null },
  ],
  prices: [
    { location: 'fsn1', gross: monthly },
    { location: 'ash', gross: monthly - 0.5 },
  ].map(({ location, gross }) => ({
    location,
    price_hourly: { net: (gross / 1.19 / 620).toFixed(10), gross: (gross / 620).toFixed(16) },
    price_monthly: { net: (gross / 1.19).toFixed(10), gross: gross.toFixed(16) },
    included_traffic: 20 * terabyte,
    price_per_tb_traffic: { net: '1.0000000000', gross: '1.1900000000000000' },
  })),
});

export const serverTypes: readonly ServerType[] = [
  serverType({ id: 22, name: 'cx22', cores: 2, memory: 4, disk: 40, monthly: 4.5101 }),
  serverType({ id: 23, name: 'cx32', cores: 4, memory: 8, disk: 80, monthly: 8.09 }),
  serverType({ id: 24, name: 'cx42', cores: 8, memory: 16, disk: 160, monthly: 19.52 }),
  // As large as cx32, but for its disk.
  serverType({ id: 33, name: 'cpx31', cores: 4, memory: 8, disk: 160, monthly: 15.59 }),
  serverType({ id: 1, name: 'cx11', cores: 1, memory: 2, disk: 20, monthly: 3.92 }),
  serverType({ id: 45, name: 'cax11', cores: 2, memory: 4, disk: 40, monthly: 4.51, architecture: 'arm' }),
  serverType({ id: 50, name: 'ccx13', cores: 2, memory: 8, disk: 80, monthly: 14.86, available: false }),
  serverType({
    id: 9,
    name: 'cx41',
    cores: 4,
    memory: 16,
    disk: 160,
    monthly: 18.92,
    over: '2025-06-01T00:00:00+00:00',
  }),
];
