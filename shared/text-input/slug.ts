import transliterate from '@sindresorhus/transliterate';
import { isReservedSlug } from './reserved-slugs.ts';

const maxLength = 58;

/** Makes a slug from a name: its letters in ASCII, without accents, and digits, joined by single hyphens. */
export const slugOf = (name: string): string => {
  const letters = transliterate(name.normalize('NFKD').replaceAll(/\p{M}/gu, ''));
  const slug = letters
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replaceAll(/^-+|-+$/g, '');
  if (slug === '') return 'workspace';
  return isReservedSlug(slug) ? `${slug}-workspace` : slug;
};
