import { importedHashes as bounds } from '#shared/rules/limits.ts';

/** Bytes of each digest. Another length of a key would take other work. */
const digestBytes = { sha1: 20, sha256: 32, sha512: 64 } as const;
type Digest = keyof typeof digestBytes;

/** What a hash takes to compute, whatever its salt and password are. */
export type HashWork =
  | { readonly scheme: 'argon2id'; readonly memoryKib: number; readonly passes: number; readonly lanes: number }
  | { readonly scheme: 'scrypt'; readonly logN: number; readonly r: number; readonly p: number }
  | { readonly scheme: 'pbkdf2'; readonly digest: Digest; readonly iterations: number };

export interface ImportedHash {
  readonly work: HashWork;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const base64 = '[A-Za-z0-9+./]+={0,2}';
const count = '([1-9][0-9]{0,8})';
const saltAndHash = `\\$(${base64})\\$(${base64})$`;
/** PHC strings, as libraries write them. Django puts the name of its own scheme before Argon2's. */
const argon2id = new RegExp(`^(?:argon2)?\\$argon2id\\$v=19\\$m=${count},t=${count},p=${count}${saltAndHash}`);
const scrypt = new RegExp(`^\\$scrypt\\$ln=${count},r=${count},p=${count}${saltAndHash}`);
const pbkdf2 = new RegExp(`^\\$pbkdf2(?:-(sha1|sha256|sha512))?\\$(?:i=)?${count}${saltAndHash}`);
/** Django's own, whose salt is text. */
const djangoPbkdf2 = new RegExp(`^pbkdf2_(sha1|sha256)\\$${count}\\$([A-Za-z0-9+./=_-]+)\\$(${base64})$`);

const textOf = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** Bytes of base64 in the alphabet of the standard or of Passlib. None if bits are left over. */
const bytesOf = (text: string): Buffer => {
  const plain = text.replaceAll('.', '+').replace(/=+$/, '');
  const bytes = Buffer.from(plain, 'base64');
  return textOf(bytes) === plain ? bytes : Buffer.alloc(0);
};

const parse = (text: string): ImportedHash | undefined => {
  const argon = argon2id.exec(text);
  if (argon) {
    const [, memory, passes, lanes, salt = '', hash = ''] = argon;
    const work = { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) };
    return { work: { scheme: 'argon2id', ...work }, salt: bytesOf(salt), hash: bytesOf(hash) };
  }
  const memoryHard = scrypt.exec(text);
  if (memoryHard) {
    const [, logN, r, p, salt = '', hash = ''] = memoryHard;
    const work = { logN: Number(logN), r: Number(r), p: Number(p) };
    return { work: { scheme: 'scrypt', ...work }, salt: bytesOf(salt), hash: bytesOf(hash) };
  }
  const found = pbkdf2.exec(text);
  const [, digest = 'sha1', iterations, salt = '', hash = ''] = found ?? djangoPbkdf2.exec(text) ?? [];
  if (iterations === undefined) return undefined;
  // The patterns know no other digest.
  const work = { scheme: 'pbkdf2', digest: digest as Digest, iterations: Number(iterations) } as const;
  return { work, salt: found ? bytesOf(salt) : Buffer.from(salt), hash: bytesOf(hash) };
};

/** Bytes of each of scrypt's blocks. */
export const scryptBlock = (r: number): number => 128 * r;

/** Bytes that a computation keeps at once. */
export const memoryOf = (work: HashWork): number => {
  if (work.scheme === 'argon2id') return work.memoryKib * 1024;
  return work.scheme === 'scrypt' ? scryptBlock(work.r) * (2 ** work.logN + work.p - 1) : 0;
};

/** Which bound the work of a hash exceeds. Undefined if none. */
const excessOf = (work: HashWork): string | undefined => {
  const { memoryBytes, argon2MaxLanes, argon2MaxWork, scryptMaxWork, pbkdf2MaxIterations } = bounds;
  if (memoryOf(work) > memoryBytes) return `needs more than ${memoryBytes / 2 ** 20} MiB of memory`;
  if (work.scheme === 'pbkdf2') {
    return work.iterations > pbkdf2MaxIterations ? `has more than ${pbkdf2MaxIterations} iterations` : undefined;
  }
  if (work.scheme === 'scrypt') {
    // RFC 7914 section 2. OpenSSL fails, and so would every sign-in while such a hash is stored.
    if (work.logN >= 16 * work.r) return 'has N of 2^(16 × r) or more, which scrypt does not allow';
    return 2 ** work.logN * work.r * work.p > scryptMaxWork ? `has N × r × p above ${scryptMaxWork}` : undefined;
  }
  if (work.lanes > argon2MaxLanes) return `has more than ${argon2MaxLanes} lanes (p)`;
  if (work.memoryKib < 8 * work.lanes) return 'has m below 8 × p, which Argon2 does not allow';
  return work.memoryKib * work.passes > argon2MaxWork ? `has m × t above ${argon2MaxWork}` : undefined;
};

const excessLength = ({ work, salt, hash }: ImportedHash): string | undefined => {
  const least = work.scheme === 'argon2id' ? 8 : 1;
  if (salt.length < least || salt.length > bounds.saltBytes) {
    return `has a salt that isn't base64 of ${least} to ${bounds.saltBytes} bytes`;
  }
  const { length } = hash;
  if (work.scheme === 'pbkdf2') {
    const expected = digestBytes[work.digest];
    return length === expected ? undefined : `has a hash that isn't base64 of ${expected} bytes`;
  }
  const [from, to] = bounds.hashBytes;
  return length >= from && length <= to ? undefined : `has a hash that isn't base64 of ${from} to ${to} bytes`;
};

/** Reads a hash of another system: undefined if its format is unknown, a text if something is wrong with it. */
export const readImportedHash = (text: string): ImportedHash | string | undefined => {
  const parsed = parse(text);
  return parsed && (excessOf(parsed.work) ?? excessLength(parsed) ?? parsed);
};

/** As in a PHC string, before salt and hash. */
const paramsOf = (work: HashWork): readonly [name: string, params: string] => {
  if (work.scheme === 'argon2id') return ['argon2id', `m=${work.memoryKib},t=${work.passes},p=${work.lanes}`];
  if (work.scheme === 'scrypt') return ['scrypt', `ln=${work.logN},r=${work.r},p=${work.p}`];
  return [`pbkdf2-${work.digest}`, `${work.iterations}`];
};

/** Where bcrypt has its cost, such a hash has none, so that the store finds the dearest hash of bcrypt. */
const mark = '$im$00$';
/** All kinds have this length, so that the store finds them by an index: characters 8 to 39. */
const kindLength = 32;

/** What hashes of the same work have in common. */
export const kindOf = (work: HashWork): string => paramsOf(work).join(':').padEnd(kindLength, '.');

export const isImportedHash = (stored: string): boolean => stored.startsWith(mark);

/** How a hash is stored until its person signs in. */
export const storedHash = ({ work, salt, hash }: ImportedHash): string =>
  `${mark}${kindOf(work)}$${textOf(salt)}$${textOf(hash)}`;

/** The kind of a stored hash. Undefined if it is one of bcrypt, or empty. */
export const storedKind = (stored: string): string | undefined =>
  isImportedHash(stored) ? stored.slice(mark.length, mark.length + kindLength) : undefined;

/** A stored hash in the format in which other systems read it. */
export const exportedHash = (stored: string): string => {
  const kind = storedKind(stored);
  if (kind === undefined) return stored;
  const [name, params] = kind.replace(/\.+$/, '').split(':');
  const rest = stored.slice(mark.length + kindLength);
  const version = name === 'argon2id' ? '$v=19' : '';
  return `$${name}${version}$${params}${rest}`;
};

/** A hash of a kind that no known password matches, and that takes as long to compute as any other. */
export const dummyOfKind = (kind: string): string => {
  // The pattern knows no other digest. Elsewhere, the length of a hash takes no work.
  const digest = (/^pbkdf2-(\w+):/.exec(kind)?.[1] ?? 'sha256') as Digest;
  return `${mark}${kind}$${textOf(Buffer.alloc(16))}$${textOf(Buffer.alloc(digestBytes[digest]))}`;
};
