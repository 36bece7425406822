import transliterate from '@sindresorhus/transliterate';

const maxLength = 58;

/** Pages and operations beside those of a workspace, whose addresses no slug may take. */
export const reservedSlugs: readonly string[] = ['new'];

export const isReservedSlug = (slug: string): boolean => reservedSlugs.includes(slug);

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
