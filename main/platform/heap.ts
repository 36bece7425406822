import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Both halves of the young generation: V8's sizes are powers of two. */
const youngHeapBytes = 16 * 1_024 ** 2;

const youngHeapSize = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;

const letGrow = (isAllowed: boolean): void => setFlagsFromString(`--semi-space-growth-factor=${isAllowed ? 2 : 1}`);

/**
 * Keeps V8's young generation as small as it is, until {@link boundYoungHeap}: loading the program would make it too large, and
 * what it takes then is never given back by a program that rests.
 */
export const keepYoungHeap = (): void => letGrow(false);

/**
 * Lets V8's young generation grow to 16 MB when there is work, and no further. On its own, V8 goes on doubling it, which only
 * costs memory, and it shrinks it to 2 MB when there is little to do. DECISION 0048: with 2 MB, collecting takes half of the CPU
 * time again, and what lives as long as a request fills the old generation.
 */
export const boundYoungHeap = (): void => {
  let isGrowing = false;
  letGrow(isGrowing);
  const adjust = (): void => {
    const isSmall = youngHeapSize() < youngHeapBytes;
    if (isSmall === isGrowing) return;
    isGrowing = isSmall;
    letGrow(isGrowing);
  };
  // V8 changes the size only while it collects garbage. Within one long turn of the event loop it may double it twice.
  new PerformanceObserver(adjust).observe({ entryTypes: ['gc'] });
};
