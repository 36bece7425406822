import type { Page } from '@playwright/test';
import { trpcPrefix } from '#shared/contract/http-names.ts';

interface Answer<Data> {
  result?: { data: Data };
}

/** The URLs that the reads of a batch would have if each was a request; undefined if a request isn't a batch. */
export const callsIn = (url: URL): URL[] | undefined => {
  if (!url.pathname.includes(`${trpcPrefix}/`) || url.searchParams.get('batch') !== '1') return undefined;
  const inputs: Record<string, unknown> = JSON.parse(url.searchParams.get('input') ?? '{}');
  const [before = '', names = ''] = decodeURIComponent(url.pathname).split(`${trpcPrefix}/`);
  return names.split(',').map((name, position) => {
    const call = new URL(`${before}${trpcPrefix}/${name}`, url);
    if (inputs[position] !== undefined) call.searchParams.set('input', JSON.stringify(inputs[position]));
    return call;
  });
};

/** Whether each call of a request is of this operation, such as `team.listMembers`. */
const whichCall = (url: URL, operation: string): boolean[] =>
  (callsIn(url) ?? [url]).map(({ pathname }) => pathname.endsWith(`${trpcPrefix}/${operation}`));

/** Matches the requests that call one of these operations, alone or with others. */
export const calling =
  (...operations: readonly string[]) =>
  (url: URL): boolean =>
    operations.some((operation) => whichCall(url, operation).includes(true));

/** Changes what the service answers to one operation, alone or with others. */
export const changeAnswers = <Data>(page: Page, operation: string, change: (data: Data) => Data): Promise<unknown> =>
  page.route(calling(operation), async (route) => {
    const response = await route.fetch();
    const json: unknown = await response.json();
    const answers = [json as Answer<Data> | Answer<Data>[]].flat();
    for (const [position, isCalled] of whichCall(new URL(route.request().url()), operation).entries()) {
      const result = isCalled && answers[position]?.result;
      if (result) result.data = change(result.data);
    }
    await route.fulfill({ response, json });
  });
