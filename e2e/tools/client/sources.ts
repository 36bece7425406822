import { readFileSync } from 'node:fs';
import { endpoints } from '#shared/contract/endpoints.ts';
import { codeOf, type ErrorKey, errors } from '#shared/texts/errors.ts';

const generated = '// Made from the contract by `npm run client`.\n';

/** The operations as data, and the lists among them. */
export const endpointsSource = (): string => {
  const lists = Object.entries(endpoints).flatMap(([id, { rows }]) => (rows === undefined ? [] : [[id, rows]]));
  return `${generated}import type { Endpoint } from './types.js';

export const endpoints: Readonly<Record<string, Endpoint>> = ${JSON.stringify(endpoints, null, 2)};

/** The field with the rows of each list that has pages. */
export interface Rows ${JSON.stringify(Object.fromEntries(lists), null, 2)}
`;
};

const titlesByCode = (): Map<string, string> => {
  const titles = new Map<string, string>();
  for (const [key, { title }] of Object.entries(errors)) {
    const code = codeOf(key as ErrorKey);
    if (!titles.has(code)) titles.set(code, title);
  }
  return titles;
};

/** `EMAIL_TAKEN` is `EmailTakenError`. */
const classNameOf = (code: string): string =>
  `${code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Error`;

/** A class for each code of the contract. */
export const errorsSource = (): string => {
  const all = [...titlesByCode()];
  const classes = all.map(
    ([code, title]) => `/** ${title}. */
export class ${classNameOf(code)} extends ApiError<'${code}'> {
  override readonly name = '${classNameOf(code)}';
}
`,
  );
  return `${generated}import { ApiError, type ErrorClasses } from './errors.js';

${classes.join('\n')}
export const errorClasses = {
${all.map(([code]) => `  ${code}: ${classNameOf(code)},`).join('\n')}
} satisfies ErrorClasses;

/** The codes that this version knows. */
export type ErrorCode = keyof typeof errorClasses;
`;
};

/** A source of `main/client` as it stands in the package: everything that it imports lies beside it. */
export const packagedSource = (path: string): string =>
  readFileSync(path, 'utf8').replaceAll(
    /from '(?:\.\/|\.\.\/platform\/|#shared\/contract\/)([\w-]+)\.ts'/g,
    "from './$1.js'",
  );
