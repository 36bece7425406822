import type { Page } from '@playwright/test';

/** DECISION 0293: what the theme offers, in pixels. Anything else on a screen is a mistake. */
const scale = {
  sizes: [12, 14, 18, 24],
  weights: ['400', '600'],
  /** The smaller one is inside of a padded control. */
  radii: [0, 2, 6],
  heights: { mouse: [28, 32], touch: [44] },
  step: 4,
} as const;

/** Phones zoom into fields whose text is smaller. */
const touchFieldSize = 16;

const selectors = {
  /** What is drawn rather than laid out. */
  graphics:
    'svg, svg *, [role="img"], [role="img"] *, iframe, input[type="checkbox"], input[type="radio"], .mantine-Avatar-placeholder, .mantine-Switch-trackLabel',
  fields: 'input, select, textarea',
  controls:
    '.mantine-Button-root, .mantine-ActionIcon-root, .mantine-Pagination-control, input.mantine-Input-input, select.mantine-Input-input',
  /** Its field is the control. */
  parts: '.mantine-Input-section *',
};

/** What on a page is not of the scale, one line per kind, with the first place of each. */
export const scaleFindings = (page: Page, pointer: keyof typeof scale.heights): Promise<string[]> =>
  page.evaluate(
    ({ sizes, weights, radii, heights, step, fieldSize, graphics, fields, controls, parts }) => {
      const found = new Map<string, string>();
      const isIn = (value: number, list: readonly number[]) => list.some((listed) => Math.abs(value - listed) < 0.6);
      for (const element of document.querySelectorAll('body *')) {
        if (element.matches(graphics) || !element.checkVisibility({ visibilityProperty: true })) continue;
        const style = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        const kind = [...element.classList].find((name) => name.startsWith('mantine-')) ?? element.tagName;
        const tell = (what: string) => {
          const key = `${what} in ${kind}`;
          if (!found.has(key)) found.set(key, (element.textContent ?? '').slice(0, 30));
        };
        const isField = element.matches(fields);
        const hasText = [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim());
        if (isField || hasText) {
          const size = Number.parseFloat(style.fontSize);
          if (!isIn(size, isField && fieldSize !== undefined ? [fieldSize] : sizes)) tell(`type of ${style.fontSize}`);
          if (!(weights as readonly string[]).includes(style.fontWeight)) tell(`weight ${style.fontWeight}`);
        }
        const radius = Number.parseFloat(style.borderTopLeftRadius);
        const isRound = radius >= Math.min(width, height) / 2 - 1;
        if (!isIn(radius, radii) && !isRound) tell(`radius of ${style.borderTopLeftRadius}`);
        if (element.matches(controls) && !element.matches(parts) && !isIn(height, heights))
          tell(`a control of ${height}`);
        for (const side of [
          'rowGap',
          'columnGap',
          'paddingTop',
          'paddingBottom',
          'paddingLeft',
          'paddingRight',
        ] as const) {
          const space = Number.parseFloat(style[side]);
          if (!Number.isNaN(space) && space % step !== 0) tell(`${side} of ${style[side]}`);
        }
      }
      return [...found].map(([what, where]) => `${what}: ${where}`);
    },
    {
      ...scale,
      heights: scale.heights[pointer],
      fieldSize: pointer === 'touch' ? touchFieldSize : undefined,
      ...selectors,
    },
  );
