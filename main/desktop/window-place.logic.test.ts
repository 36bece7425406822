import { describe, expect, it } from 'vitest';
import { windowPlace } from './window-place.logic.ts';

const laptop = { x: 0, y: 0, width: 1_440, height: 900 };
const second = { x: 1_440, y: 0, width: 2_560, height: 1_440 };

describe('where the window opens', () => {
  it('the first time: in the middle, no larger than the screen, no smaller than it can be used', () => {
    expect(windowPlace(undefined, [laptop])).toEqual({ width: 1_280, height: 800 });
    expect(windowPlace(undefined, [{ ...laptop, width: 1_000, height: 700 }])).toEqual({ width: 1_000, height: 700 });
    expect(windowPlace(undefined, [{ ...laptop, width: 640, height: 480 }])).toEqual({ width: 900, height: 600 });
    expect(windowPlace(undefined, [])).toEqual({ width: 1_280, height: 800 });
  });

  it('afterwards: as it was left, on whichever screen', () => {
    const saved = { x: 1_600, y: 100, width: 2_000, height: 1_200, maximized: false };
    expect(windowPlace(saved, [laptop, second])).toEqual({ x: 1_600, y: 100, width: 2_000, height: 1_200 });
  });

  it('in the middle again once its screen is gone, and small enough for the other', () => {
    const saved = { x: 1_600, y: 100, width: 2_000, height: 1_200, maximized: false };
    expect(windowPlace(saved, [laptop])).toEqual({ width: 1_440, height: 900 });
  });

  it('in the middle again where its head could not be grabbed', () => {
    const below = { x: 100, y: 890, width: 1_000, height: 700, maximized: false };
    expect(windowPlace(below, [laptop])).toEqual({ width: 1_000, height: 700 });
    const beside = { x: -950, y: 10, width: 1_000, height: 700, maximized: false };
    expect(windowPlace(beside, [laptop])).toEqual({ width: 1_000, height: 700 });
  });
});
