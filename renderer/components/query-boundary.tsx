import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../api/problem.ts';
import { FailureAlert } from './failure-alert.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';

/** A query's state, in the shape of the query library. */
interface LoadState<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface QueryBoundaryProps<Data> {
  state: LoadState<Data>;
  /** `The members`, `The sessions`: subject of the error message when loading fails. */
  subject: string;
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Forces every screen to handle loading and error states. */
export const QueryBoundary = <Data,>({ state, subject, loading, children }: QueryBoundaryProps<Data>) => {
  const { t } = useTranslation();
  const { data, error } = state;
  const alert = error ? (
    <FailureAlert
      failure={failureOf(error)}
      title={t('components.loadFailed', { subject })}
      onRetry={() => void state.refetch()}
    />
  ) : null;
  if (data === undefined) return alert ?? loading ?? <SkeletonRows />;
  return (
    <>
      {alert}
      {children(data)}
    </>
  );
};
