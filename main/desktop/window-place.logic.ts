import type { WindowPlace } from './settings.ts';

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const smallestWindow = { width: 900, height: 600 } as const;
const usualWindow = { width: 1280, height: 800 } as const;
/** How much of the window must be on a screen for people to be able to grab it. */
const grip = { width: 120, height: 40 } as const;

const overlap = (start: number, length: number, otherStart: number, otherLength: number): number =>
  Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart);

const isReachable = (place: Rectangle, screen: Rectangle): boolean =>
  overlap(place.x, place.width, screen.x, screen.width) >= grip.width &&
  overlap(place.y, grip.height, screen.y, screen.height) >= grip.height;

/**
 * Where to open the window: where it was last, unless that is off every screen by now. The first screen is the main
 * one.
 */
export const windowPlace = (
  saved: WindowPlace | undefined,
  screens: readonly Rectangle[],
): Partial<Rectangle> & { width: number; height: number } => {
  const main = screens[0] ?? { x: 0, y: 0, ...usualWindow };
  const within = ({ width, height }: { width: number; height: number }, screen: Rectangle) => ({
    width: Math.max(smallestWindow.width, Math.min(width, screen.width)),
    height: Math.max(smallestWindow.height, Math.min(height, screen.height)),
  });
  if (saved === undefined) return within(usualWindow, main);
  const screen = screens.find((candidate) => isReachable(saved, candidate));
  return screen ? { x: saved.x, y: saved.y, ...within(saved, screen) } : within(saved, main);
};
