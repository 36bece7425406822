/** bcrypt as other systems write it. A higher cost would keep a hashing thread busy for seconds at each sign-in. */
const accepted = /^\$2[aby]\$(0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/;

/** How other schemes begin, to name them. */
const others: readonly [RegExp, string][] = [
  [/^\$2[abxy]?\$/, 'a bcrypt hash of another kind or cost'],
  [/^\$argon2/i, 'an Argon2 hash'],
  [/^\$?scrypt|^\$s[01]\$|^\$7\$/i, 'a scrypt hash'],
  [/^(\$|\{)?pbkdf2/i, 'a PBKDF2 hash'],
  [/^\$[156y]\$/, 'a hash of crypt'],
  [/^\{/, 'an LDAP hash'],
];

/** Why a hash from another system can't be imported. Undefined if it can. */
export const passwordHashProblem = (hash: string): string | undefined => {
  if (accepted.test(hash)) return undefined;
  const kind = others.find(([begins]) => begins.test(hash))?.[1] ?? 'not a known hash';
  return `Takes bcrypt hashes only ($2a$, $2b$ or $2y$, cost 4 to 15), and this is ${kind}. Leave it empty, and send the person a reset link`;
};
