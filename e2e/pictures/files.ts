/** How screens are photographed. A scheme changes only colors, which don't depend on the width. */
export const views = [
  { width: 2560, schemes: ['light'] },
  { width: 390, schemes: ['light'] },
  { width: 1280, schemes: ['light', 'dark'] },
] as const;

export const fileOf = (screen: string, scheme: string, width: number): string => `${screen}-${scheme}-${width}.webp`;

/** The names of all accepted pictures of a screen. */
export const filesOf = (screen: string): string[] =>
  views.flatMap(({ width, schemes }) => schemes.map((scheme) => fileOf(screen, scheme, width)));
