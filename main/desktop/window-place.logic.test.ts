import { describe, expect, it } from 'vitest';
import { windowPlace } from './window-place.logic.ts';

const laptop = { x: 0, y: 0, width: 1_440, height: 900 };
const second = { x: 1_440, y: 0, width: 2_560, height: 1_440 };

describe("the window's position", () => {
  it('is first centered, no larger than the screen and no smaller than the minimum', () => {
    expect(windowPlace(undefined, [laptop])).toEqual({ width: 1_280, height: 800 });
    expect(windowPlace(undefined, [{ ...laptop, width: 1_000, height: 700 }])).toEqual({ width: 1_000, height: 700 });
    expect(windowPlace(undefined, [{ ...laptop, width: 640, height: 480 }])).toEqual({ width: 900, height: 600 });
    expect(windowPlace(undefined, [])).toEqual({ width: 1_280, height: 800 });
  });

  it('is restored on any screen', () => {
    const saved = { x: 1_600, y: 100, width: 2_000, height: 1_200, maximized: false };
    expect(windowPlace(saved, [laptop, second])).toEqual({ x: 1_600, y: 100, width: 2_000, height: 1_200 });
  });

  it('is centered again if its screen is gone, and fits the other one', () => {
    const saved = { x: 1_600, y: 100, width: 2_000, height: 1_200, maximized: false };
    expect(windowPlace(saved, [laptop])).toEqual({ width: 1_440, height: 900 });
  });

  it('is restored with as little of its title bar on a screen as people can grab, and not with less', () => {
    const size = { width: 1_000, height: 700 };
    const isRestored = (x: number, y: number) => 'x' in windowPlace({ x, y, ...size, maximized: false }, [laptop]);
    for (const [x, y] of [
      [laptop.width - 120, 100],
      [120 - size.width, 100],
      [100, laptop.height - 40],
    ] as const)
      expect(isRestored(x, y), `${x}, ${y}`).toBe(true);
    for (const [x, y] of [
      [laptop.width - 119, 100],
      [119 - size.width, 100],
      [100, laptop.height - 39],
      // The rest of the window is on the screen, but nothing that moves it.
      [100, -1],
    ] as const)
      expect(isRestored(x, y), `${x}, ${y}`).toBe(false);
  });

  it('is centered again if its title bar would be out of reach', () => {
    const below = { x: 100, y: 890, width: 1_000, height: 700, maximized: false };
    expect(windowPlace(below, [laptop])).toEqual({ width: 1_000, height: 700 });
    const beside = { x: -950, y: 10, width: 1_000, height: 700, maximized: false };
    expect(windowPlace(beside, [laptop])).toEqual({ width: 1_000, height: 700 });
  });
});
