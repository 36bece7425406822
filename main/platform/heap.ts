import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the part of the heap for new objects at the size that it has grown to: call it once the program has started.
 * V8 would double it again under load, and give none of it back.
 */
export const keepYoungHeap = (): void => setFlagsFromString('--semi-space-growth-factor=1');
