import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createLiveQueries } from './live-queries.ts';

let time = 0;

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
  const { refresh } = createLiveQueries(client, () => time);
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
  const { refresh, isRefreshing } = createLiveQueries(client, () => time);
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
  const { refresh, isRefreshing } = createLiveQueries(client, () => time);
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
  const { refresh } = createLiveQueries(client, () => time);
  let finish = (_answer: string) => {};
  const members = await show(client, 'team', 'listMembers');
  members.queryFn.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
  for (let n = 0; n < 5; n += 1) refresh(['member_pages']);
  expect(members.queryFn).toHaveBeenCalledTimes(2);
  finish('answer');
  await vi.waitFor(() => expect(members.queryFn).toHaveBeenCalledTimes(3));
});

test('what was asked for after a change is not asked for again', async () => {
  const client = new QueryClient();
  const { refresh } = createLiveQueries(client, () => time);
  time = 1_000;
  const members = await show(client, 'team', 'listMembers');
  const sessions = await show(client, 'sessions', 'listTeamSessions');
  refresh(['member_pages', 'sessions'], { member_pages: 999, sessions: 1_000 });
  await vi.waitFor(() => expect(sessions.queryFn).toHaveBeenCalledTimes(2));
  expect(members.queryFn).toHaveBeenCalledTimes(1);
  expect(members.isStale()).toBe(false);
  refresh(['member_pages']);
  await vi.waitFor(() => expect(members.queryFn).toHaveBeenCalledTimes(2));
});

test('what failed is asked for again, whenever that was', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { refresh } = createLiveQueries(client, () => time);
  time = 1_000;
  const members = await show(client, 'team', 'listMembers');
  members.queryFn.mockRejectedValueOnce(new Error('busy'));
  await client.refetchQueries();
  refresh(['member_pages'], { member_pages: 0 });
  await vi.waitFor(() => expect(members.queryFn).toHaveBeenCalledTimes(3));
});

test('after a change of one’s own, all that is followed is loaded again, but nothing twice', async () => {
  const client = new QueryClient();
  const { afterChange } = createLiveQueries(client, () => time);
  const [history, members] = [
    await show(client, 'audit', 'listAuditEvents'),
    await show(client, 'team', 'listMembers'),
  ];
  const [me, prices] = [await show(client, 'profile', 'getMe'), await show(client, 'hosting', 'getPriceList')];
  const finish = afterChange();
  void client.refetchQueries({ queryKey: [['team', 'listMembers']] });
  client.setQueryData([['profile', 'getMe'], { type: 'query' }], 'answer of the change');
  finish();
  await vi.waitFor(() => expect(history.queryFn).toHaveBeenCalledTimes(2));
  expect([members, me, prices].map(({ queryFn }) => queryFn.mock.calls.length)).toEqual([2, 1, 1]);
});

test('what was on its way when a change was answered is loaded again', async () => {
  const client = new QueryClient();
  const { afterChange } = createLiveQueries(client, () => time);
  let answer = (_answer: string) => {};
  const members = await show(client, 'team', 'listMembers');
  members.queryFn.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  void client.refetchQueries();
  const finish = afterChange();
  answer('old');
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  finish();
  await vi.waitFor(() => expect(members.queryFn).toHaveBeenCalledTimes(3));
});
