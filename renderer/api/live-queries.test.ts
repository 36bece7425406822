import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createLiveQueries } from './live-queries.ts';

/** A query of an operation, as a screen that is open has it. */
const show = async (client: QueryClient, feature: string, name: string, queryFn = vi.fn(async () => 'answer')) => {
  const queryKey = [[feature, name], { type: 'query' }];
  const observer = new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY });
  const hide = observer.subscribe(() => {});
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe('answer'));
  return { queryFn, hide, isStale: () => client.getQueryState(queryKey)?.isInvalidated };
};

test('only what shows a topic is loaded again', async () => {
  const client = new QueryClient();
  const { refresh } = createLiveQueries(client);
  const [members, mails] = [await show(client, 'team', 'listMembers'), await show(client, 'mail', 'listMails')];
  const hidden = await show(client, 'team', 'getMember');
  hidden.hide();
  refresh(['member_pages']);
  await vi.waitFor(() => expect(members.queryFn).toHaveBeenCalledTimes(2));
  expect(mails.queryFn).toHaveBeenCalledTimes(1);
  expect(hidden.queryFn).toHaveBeenCalledTimes(1);
  expect([hidden.isStale(), mails.isStale()]).toEqual([true, false]);
});

test('a reload is known as one until it is over, retries included', async () => {
  const client = new QueryClient();
  const { refresh, isRefreshing } = createLiveQueries(client);
  const seen: boolean[] = [];
  const queryFn = vi.fn(async () => {
    seen.push(isRefreshing('team.listMembers'));
    if (seen.length === 2) throw new Error('busy');
    return 'answer';
  });
  client.setDefaultOptions({ queries: { retry: 1, retryDelay: 0 } });
  await show(client, 'team', 'listMembers', queryFn);
  refresh(['member_pages']);
  await vi.waitFor(() => expect(seen).toEqual([false, true, true]));
  await vi.waitFor(() => expect(isRefreshing('team.listMembers')).toBe(false));
  await client.refetchQueries();
  expect(seen).toEqual([false, true, true, false]);
});

test('what someone asks for during a reload is no reload, although both call the same operation', async () => {
  const client = new QueryClient();
  const { refresh, isRefreshing } = createLiveQueries(client);
  let finish = (_answer: string) => {};
  const members = await show(client, 'team', 'listMembers');
  members.queryFn.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
  refresh(['member_pages']);
  expect(isRefreshing('team.listMembers')).toBe(true);
  const seen: boolean[] = [];
  const queryFn = async () => seen.push(isRefreshing('team.listMembers'));
  await client.fetchQuery({ queryKey: [['team', 'listMembers'], { type: 'query', page: 2 }], queryFn });
  finish('answer');
  expect(seen).toEqual([false]);
});

test('a change during a reload leads to one more, once it is answered', async () => {
  const client = new QueryClient();
  const { refresh } = createLiveQueries(client);
  let finish = (_answer: string) => {};
  const members = await show(client, 'team', 'listMembers');
  members.queryFn.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
  for (let n = 0; n < 5; n += 1) refresh(['member_pages']);
  expect(members.queryFn).toHaveBeenCalledTimes(2);
  finish('answer');
  await vi.waitFor(() => expect(members.queryFn).toHaveBeenCalledTimes(3));
});
