/** How screens are photographed, in the order with the fewest changes of the scheme: one costs as much as a picture. */
export const views = [
  { width: 2560, schemes: ['light', 'dark'] },
  { width: 390, schemes: ['dark', 'light'] },
  { width: 1280, schemes: ['light', 'dark'] },
] as const;

export const fileOf = (screen: string, scheme: string, width: number): string => `${screen}-${scheme}-${width}.webp`;

/** The names of all accepted pictures of a screen. */
export const filesOf = (screen: string): string[] =>
  views.flatMap(({ width, schemes }) => schemes.map((scheme) => fileOf(screen, scheme, width)));
