const maxLength = 58;

/** Makes a slug from a name: its letters without accents, and digits, joined by single hyphens. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replaceAll(/^-+|-+$/g, '') || 'workspace';
