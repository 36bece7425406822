// `npm run types` fails here if the service can see the DOM: then nothing is wrong with these lines, and an expected
// error is missing.

// @ts-expect-error
export type Document = typeof document;
// @ts-expect-error
export type Window = typeof window;
