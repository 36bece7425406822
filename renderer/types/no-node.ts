// `npm run types` fails here if the console can see Node: then nothing is wrong with these lines, and an expected error
// is missing.

// @ts-expect-error
export type Process = typeof process;
// @ts-expect-error
export type Buffers = typeof Buffer;
