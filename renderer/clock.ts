/** The console's only source of the current time, in milliseconds since the epoch. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
