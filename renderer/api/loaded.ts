import { type Failure, failureOf, isForbidden } from './problem.ts';

/**
 * What the console knows of something that it asked for. Only `known` has data: for what is refused, failed or still
 * loading, there is no number, list or sentence to show (DECISION 0291).
 */
export type Loaded<Data> =
  | { readonly state: 'known'; readonly data: Data }
  | { readonly state: 'refused' | 'failed'; readonly failure: Failure }
  | { readonly state: 'loading' };

/** What a query gave, or still shows while it is asked again. */
export const loadedOf = <Data>({ data, error }: { data: Data | undefined; error: unknown }): Loaded<Data> => {
  if (data !== undefined) return { state: 'known', data };
  if (!error) return { state: 'loading' };
  return { state: isForbidden(error) ? 'refused' : 'failed', failure: failureOf(error) };
};

/** The same of a part of it. */
export const mapLoaded = <Data, Part>(loaded: Loaded<Data>, part: (data: Data) => Part): Loaded<Part> =>
  loaded.state === 'known' ? { state: 'known', data: part(loaded.data) } : loaded;
