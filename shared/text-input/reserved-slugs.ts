/** Pages and operations beside those of a workspace, whose addresses no slug may take. */
export const reservedSlugs: readonly string[] = ['new'];

export const isReservedSlug = (slug: string): boolean => reservedSlugs.includes(slug);
