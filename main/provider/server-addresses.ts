import { isIP } from 'node:net';
import { z } from 'zod';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';

/** So many addresses of a server are read. */
const mostAddresses = 256;

/** Texts in a list, or in the members of its objects. */
const textsIn = (value: unknown, depth: number): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value).flatMap((member) => textsIn(member, depth - 1));
};

/**
 * The addresses of a server. Public clients show that there is a list, but not what its entries look like: whatever is an
 * address counts, and nothing else. Null if there is no list, or one in which nothing is an address. Never fails.
 */
export const serverAddresses = z
  .unknown()
  .nullish()
  .transform((value): string[] | null => {
    const found = textsIn(value, 2)
      .map((text) => lowerAscii(text.trim()))
      .filter((text) => isIP(text) !== 0);
    const isEmpty = Array.isArray(value) && value.length === 0;
    return found.length > 0 || isEmpty ? [...new Set(found)].slice(0, mostAddresses) : null;
  });
