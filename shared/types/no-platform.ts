// `npm run types` fails here if shared code can see the DOM or Node: then nothing is wrong with these lines, and an
// expected error is missing.

// @ts-expect-error
export type Document = typeof document;
// @ts-expect-error
export type Process = typeof process;
