/** The cursor of the next page, from the header `Link`. */
export const nextCursor = (link: string | null): string | undefined => {
  const address = /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1];
  return new URLSearchParams(address?.split('?')[1]).get('cursor') ?? undefined;
};
