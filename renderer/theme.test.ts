import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { describe, expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { contrast } from '#shared/rules/accent-color.ts';
import { cssVariables, themeIn } from './theme.ts';

const variables = cssVariables(mergeMantineTheme(DEFAULT_THEME, themeIn(english)));
const verdigris = themeIn(english).colors?.verdigris ?? [];

const [text, graphic] = [4.5, 3];
const white = '#ffffff';
const grounds = ['--castellan-ground', '--castellan-surface', '--mantine-color-body'] as const;
const tinted = { light: ['yellow', 'orange', 'red', 'gray'], dark: ['yellow', 'orange', 'red', 'gray', 'verdigris'] };

describe.each(['light', 'dark'] as const)('the %s scheme meets WCAG AA', (scheme) => {
  const tokens: Readonly<Record<string, string>> = variables[scheme];
  const of = (token: string): string => {
    const color = tokens[token];
    if (color === undefined) throw new Error(`No such token: ${token}`);
    return color;
  };

  test.each([
    ...[
      '--mantine-color-dimmed',
      '--mantine-color-placeholder',
      '--mantine-color-error',
      '--mantine-color-red-6',
    ].flatMap((token) => grounds.map((ground) => [token, ground, text] as const)),
    ...[
      '--mantine-color-default-border',
      '--castellan-accent',
      ...Object.keys(variables[scheme]).filter((token) => /^--castellan-(chart|health)-/.test(token)),
    ].flatMap((token) => grounds.map((ground) => [token, ground, graphic] as const)),
    // Progress on its track.
    ['--castellan-accent', '--castellan-line', graphic],
    ['--castellan-nav-active-text', '--castellan-nav-active', text],
    ['--mantine-color-dimmed', '--castellan-nav-active', text],
    ...tinted[scheme].flatMap((color) => [
      [`--mantine-color-${color}-light-color`, `--mantine-color-${color}-light`, text] as const,
      [`--mantine-color-${color}-light-color`, `--mantine-color-${color}-light-hover`, text] as const,
    ]),
    ['--mantine-color-red-outline', '--castellan-surface', text],
  ] as const)('%s on %s', (token, ground, least) => {
    expect(contrast(of(token), of(ground))).toBeGreaterThanOrEqual(least);
  });

  test.each(['--mantine-color-red-filled', '--mantine-color-red-filled-hover'])('white on %s', (token) => {
    expect(contrast(white, of(token))).toBeGreaterThanOrEqual(text);
  });

  test('white on the color of buttons', () => {
    expect(contrast(white, verdigris[7] ?? '')).toBeGreaterThanOrEqual(text);
  });
});
