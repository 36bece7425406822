/** The console's only source of the present moment, in milliseconds since the epoch. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
