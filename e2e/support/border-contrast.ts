import type { Page } from '@playwright/test';

/** What WCAG 1.4.11 asks of what one needs to see to find a control. axe doesn't measure it. */
const least = 3;

const outlined =
  '.mantine-Input-wrapper[data-variant="default"]:not([data-error]) > .mantine-Input-input, input[type="checkbox"]:not(:checked, [data-indeterminate], .mantine-Switch-input), input[type="radio"]:not(:checked)';

/** The kinds of fields and boxes on a page whose border is too close to the ground of a page, with the contrast. */
export const borderFindings = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ selector, bound }) => {
      const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
      const luminance = (color: string) => {
        const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
          const part = channel / 255;
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const ground = luminance(getComputedStyle(document.body).backgroundColor);
      const found = new Map<string, string>();
      for (const element of document.querySelectorAll<HTMLInputElement>(selector)) {
        const { borderTopColor } = getComputedStyle(element);
        // Without a border of its own, its text and its mark say that it is a control. Disabled controls are exempt.
        if (channels(borderTopColor)[3] === 0 || element.matches(':disabled') || !element.checkVisibility()) continue;
        const [darker = 0, lighter = 0] = [ground, luminance(borderTopColor)].toSorted((one, other) => one - other);
        const contrast = (lighter + 0.05) / (darker + 0.05);
        const kind = [...element.classList].find((name) => name.startsWith('mantine-')) ?? element.tagName;
        if (contrast < bound) found.set(kind, contrast.toFixed(2));
      }
      return [...found].map(([kind, contrast]) => `border of ${kind}: ${contrast}:1`);
    },
    { selector: outlined, bound: least },
  );
