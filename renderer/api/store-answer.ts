import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query';

/** Shows what a change returned. A response still in flight may be older, so it is dropped first. */
export const storeAnswer = async <Key extends QueryKey>(
  queryClient: QueryClient,
  queryKey: Key,
  answer: InferDataFromTag<unknown, Key>,
): Promise<void> => {
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<unknown>(queryKey, answer);
};
