import { useComputedColorScheme } from '@mantine/core';
import type { CSSProperties } from 'react';
import { accentShade } from '#shared/rules/accent-color.ts';

/** A button in the color of an organization, with a text that can be read on it. Undefined for the console's own color. */
export const useAccentStyle = (accent: string | null | undefined): CSSProperties | undefined => {
  const scheme = useComputedColorScheme('light');
  if (accent == null) return undefined;
  const { fill, text } = accentShade(accent, scheme);
  const variables = { '--button-bg': fill, '--button-hover': fill, '--button-color': text };
  return variables as CSSProperties;
};
