import { describe, expect, it } from 'vitest';
import { accentGrounds, accentPattern, accentShade, contrast } from './accent-color.ts';

const steps = [0, 51, 102, 153, 204, 255].map((part) => part.toString(16).padStart(2, '0'));
const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));

describe.each(['light', 'dark'] as const)('an accent color in the %s scheme', (scheme) => {
  it('differs from its ground and can be read, whatever color it is', () => {
    expect(colors).toHaveLength(216);
    for (const color of colors) {
      const { fill, text } = accentShade(color, scheme);
      expect(fill).toMatch(accentPattern);
      expect(contrast(fill, accentGrounds[scheme]), color).toBeGreaterThanOrEqual(3);
      expect(contrast(fill, text), color).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('an accent color', () => {
  it('stays as it is where it can be seen', () => {
    expect(accentShade('#146a5d', 'light')).toEqual({ fill: '#146a5d', text: '#ffffff' });
    expect(accentShade('#ffd400', 'dark')).toEqual({ fill: '#ffd400', text: '#000000' });
  });

  it('is darker on light ground, and lighter on dark ground', () => {
    expect(contrast(accentShade('#ffd400', 'light').fill, '#000000')).toBeLessThan(contrast('#ffd400', '#000000'));
    expect(contrast(accentShade('#0b1f4b', 'dark').fill, '#000000')).toBeGreaterThan(contrast('#0b1f4b', '#000000'));
  });
});
