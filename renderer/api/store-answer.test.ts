import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { storeAnswer } from './store-answer.ts';

it('keeps what a change returned when an older response arrives late', async () => {
  const queryClient = new QueryClient();
  const queryKey = ['settings'];
  queryClient.setQueryData(queryKey, 'loaded');
  const older = Promise.withResolvers<string>();
  const observer = new QueryObserver(queryClient, { queryKey, queryFn: () => older.promise });
  const stop = observer.subscribe(() => {});
  expect(observer.getCurrentResult().isFetching).toBe(true);
  await storeAnswer(queryClient, queryKey, 'changed');
  older.resolve('older');
  await older.promise;
  await Promise.resolve();
  expect(observer.getCurrentResult()).toMatchObject({ data: 'changed', isFetching: false });
  stop();
});
