import { apiPrefix } from '#shared/contract/http-names.ts';
import { operations } from '#shared/contract/index.ts';
import { isQuery } from '#shared/contract/operation.ts';

/** A path of the API; a parameter is a segment without a name. */
interface Offered {
  readonly path: string;
  readonly segments: readonly (string | undefined)[];
  readonly methods: string[];
}

const segmentsOf = (path: string): (string | undefined)[] =>
  `${apiPrefix}${path}`.split('/').map((segment) => (segment.startsWith('{') ? undefined : segment));

const isParameterAt = ({ segments }: Offered): string => segments.map((name) => (name === undefined ? 1 : 0)).join('');

/** The paths of the API in the order in which the router prefers them: a name before a parameter, from left to right. */
const offered: readonly Offered[] = (() => {
  const byPath = new Map<string, Offered>();
  for (const { operation } of operations) {
    const { path, method } = operation.http;
    const known = byPath.get(path) ?? { path, segments: segmentsOf(path), methods: [] };
    known.methods.push(method, ...(isQuery(operation) ? ['HEAD'] : []));
    byPath.set(path, known);
  }
  return [...byPath.values()].sort((a, b) => (isParameterAt(a) < isParameterAt(b) ? -1 : 1));
})();

const matches = ({ segments }: Offered, asked: readonly (string | undefined)[]): boolean =>
  segments.length === asked.length &&
  segments.every((name, at) => (name === undefined ? asked[at] !== '' : name === asked[at]));

/** The methods of a path of the API; undefined if there is none. @param url as it was asked, with a query */
export const methodsAt = (url: string): readonly string[] | undefined => {
  try {
    const asked = url
      .replace(/[?#].*/s, '')
      .split('/')
      .map(decodeURIComponent);
    return offered.find((one) => matches(one, asked))?.methods;
  } catch {
    // Not encoded as an address is: no path of the API.
    return undefined;
  }
};

/**
 * Paths at which the router would take a method for one of another path, whose parameter has their name as its value; such as
 * `/keys/{id}` for `/keys/own`.
 */
export const takenForOthers: readonly { path: string; refused: string[]; allow: readonly string[] }[] = offered.flatMap(
  (one) => {
    const { path, methods: allow } = one;
    const others = offered.filter((other) => other !== one && matches(other, one.segments));
    const refused = [...new Set(others.flatMap(({ methods }) => methods))].filter((method) => !allow.includes(method));
    return refused.length > 0 ? [{ path, refused, allow }] : [];
  },
);
