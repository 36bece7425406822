import { writeFile } from 'node:fs/promises';

/** What a test stores in a file: texts, numbers, lists and maps of them. */
type Value = string | number | readonly string[] | { readonly [name: string]: Value };

/** The first byte of a value in MaxMind's DB format: its type, and its size below 29. */
const control = (type: number, size: number): Buffer => {
  if (size >= 29) throw new Error('Too long for a test');
  return type <= 7 ? Buffer.from([(type << 5) | size]) : Buffer.from([size, type - 7]);
};

const encode = (value: Value): Buffer => {
  if (typeof value === 'string') return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(6, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value as { [name: string]: Value });
  return Buffer.concat([control(7, entries.length), ...entries.flatMap(([name, one]) => [encode(name), encode(one)])]);
};

interface CountryFile {
  /** Networks of version 4, such as `203.0.113.0/24`, with their countries. */
  networks: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  madeAt?: number;
  databaseType?: string;
}

/** A small file in MaxMind's DB format: a tree of bits, whose leaves point to countries. */
export const countryFile = ({ networks, madeAt = 0, databaseType = 'Test-Country' }: CountryFile): Buffer => {
  const empty = -1;
  const tree: [number, number][] = [[empty, empty]];
  const data: Buffer[] = [];
  const leaves = new Map<number, number>();
  let size = 0;
  for (const [network, iso_code] of Object.entries(networks)) {
    const [address = '', length = '32'] = network.split('/');
    const bits = address.split('.').flatMap((part) => [...Number(part).toString(2).padStart(8, '0')].map(Number));
    let node = 0;
    bits.slice(0, Number(length)).forEach((bit, depth, all) => {
      const pair = tree[node] as [number, number];
      if (depth === all.length - 1) {
        const leaf = -2 - leaves.size;
        leaves.set(leaf, size);
        pair[bit as 0 | 1] = leaf;
        return;
      }
      if (pair[bit as 0 | 1] === empty) {
        pair[bit as 0 | 1] = tree.length;
        tree.push([empty, empty]);
      }
      node = pair[bit as 0 | 1];
    });
    const record = encode({ country: { iso_code } });
    data.push(record);
    size += record.length;
  }
  const nodes = Buffer.concat(
    tree.map((pair) => {
      const bytes = Buffer.alloc(8);
      pair.forEach((to, index) => {
        const value = to === empty ? tree.length : to >= 0 ? to : tree.length + 16 + (leaves.get(to) ?? 0);
        bytes.writeUInt32BE(value, index * 4);
      });
      return bytes;
    }),
  );
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: Math.floor(madeAt / 1000),
    database_type: databaseType,
    description: { en: 'A test' },
    ip_version: 4,
    languages: ['en'],
    node_count: tree.length,
    record_size: 32,
  };
  return Buffer.concat([
    nodes,
    Buffer.alloc(16),
    ...data,
    Buffer.from('abcdef', 'hex'),
    Buffer.from('MaxMind.com'),
    encode(metadata),
  ]);
};

/** Writes such a file. */
export const writeCountryFile = (path: string, content: CountryFile): Promise<void> =>
  writeFile(path, countryFile(content));
