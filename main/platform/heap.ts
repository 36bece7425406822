import { setFlagsFromString } from 'node:v8';

/**
 * Caps the young generation of the heap at its current size. Call it once the program has started. Under load, V8 would
 * double it again and never give the memory back.
 */
export const keepYoungHeap = (): void => setFlagsFromString('--semi-space-growth-factor=1');
