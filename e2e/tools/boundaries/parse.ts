import { parseSync } from 'vite';

/** A parsed file. */
export type Parsed = ReturnType<typeof parseSync>;

/** Parses a TypeScript or JavaScript file. @throws Error if it doesn't parse */
export const parse = (path: string, text: string): Parsed => {
  const parsed = parseSync(path, text);
  if (parsed.errors[0]) throw new Error(`${path}: ${parsed.errors[0].message}`);
  return parsed;
};
