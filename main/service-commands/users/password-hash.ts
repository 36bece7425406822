import { readImportedHash, storedHash } from '../../security/imported-hashes.ts';

/** bcrypt as other systems write it. A higher cost would keep a hashing thread busy for seconds at each sign-in. */
const bcrypt = /^\$2[aby]\$(0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/;

/** How schemes begin, to name them. */
const schemes: readonly [RegExp, string][] = [
  [/^\$2[abxy]?\$/, 'a bcrypt hash of another kind or cost'],
  [/^(argon2)?\$argon2/i, 'an Argon2 hash in another format'],
  [/^\$?scrypt|^\$s[01]\$|^\$7\$/i, 'a scrypt hash in another format'],
  [/^(\$|\{)?pbkdf2/i, 'a PBKDF2 hash in another format'],
  [/^\$[156y]\$/, 'a hash of crypt'],
  [/^\{/, 'an LDAP hash'],
];
const nameOf = (hash: string): string | undefined => schemes.find(([begins]) => begins.test(hash))?.[1];

const advice = 'Leave it empty, and send the person a reset link';

/** A hash from another system as it is stored, or why it can't be imported. */
export const readPasswordHash = (hash: string): { readonly stored: string } | { readonly problem: string } => {
  if (bcrypt.test(hash)) return { stored: hash };
  const imported = readImportedHash(hash);
  if (typeof imported === 'object') return { stored: storedHash(imported) };
  if (imported !== undefined) return { problem: `This hash ${imported}. ${advice}` };
  const formats = 'bcrypt ($2a$, $2b$ or $2y$, cost 4 to 15), $argon2id$, $scrypt$, $pbkdf2$ and pbkdf2_ hashes';
  return { problem: `Takes ${formats}, and this is ${nameOf(hash) ?? 'not a known hash'}. ${advice}` };
};
