/** A color as screens and emails take it: `#146a5d`. */
export const accentPattern = /^#[\da-fA-F]{6}$/;

/** What a colored button stands on, in each scheme. */
export const accentGrounds = { light: '#ffffff', dark: '#1b2326' } as const;
export type ColorScheme = keyof typeof accentGrounds;

/** WCAG 2.2: what tells a control from its ground, and a text from what it stands on. */
const graphicContrast = 3;
const textContrast = 4.5;

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Relative luminance, WCAG 2.2. */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(color)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast of two colors, WCAG 2.2. */
export const contrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

const mixed = (color: string, end: number, share: number): string =>
  `#${channels(color)
    .map((part) =>
      Math.round(part + (end - part) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** A fill and the color of the text on it. */
export interface Shade {
  readonly fill: string;
  readonly text: string;
}

/**
 * An accent color as a button shows it: darker or lighter where it would hardly differ from its ground, with the one of white
 * and black text that can be read on it.
 */
export const accentShade = (color: string, scheme: ColorScheme): Shade => {
  const end = scheme === 'light' ? 0 : 255;
  let fill = color;
  for (let share = 0.05; contrast(fill, accentGrounds[scheme]) < graphicContrast; share += 0.05) {
    fill = mixed(color, end, share);
  }
  return { fill, text: contrast('#ffffff', fill) >= textContrast ? '#ffffff' : '#000000' };
};
