import { email as emailSchema } from '#shared/contract/fields.ts';

/** Addresses out of whatever was typed or pasted: lines, commas, semicolons, `Ann <ann@example.test>`; each once. */
export const addressesIn = (entries: readonly string[]): string[] => {
  const found = entries.flatMap((entry) =>
    entry
      .replaceAll(/[^<>,;\n]*<([^<>]+)>/g, ' $1 ')
      .split(/[\s,;]+/)
      .filter((part) => part !== ''),
  );
  const seen = new Set<string>();
  return found.filter((address) => {
    const folded = address.toLowerCase();
    return seen.has(folded) ? false : Boolean(seen.add(folded));
  });
};

/** Why a list of addresses cannot be invited, or undefined. */
export const addressesRefusal = (addresses: readonly string[]): string | undefined => {
  if (addresses.length === 0) return 'Required';
  if (addresses.length > 100) return 'At most 100 addresses at once';
  const wrong = addresses.filter((address) => !emailSchema.safeParse(address).success);
  return wrong.length > 0 ? `Not an e-mail address: ${wrong.join(', ')}` : undefined;
};
