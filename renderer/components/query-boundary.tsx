import { Box, Button, Group, SimpleGrid, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, failureOf } from '../api/problem.ts';
import { FailureAlert } from './failure-alert.tsx';

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
  /** Instead of an error, if the address leads to nothing or no longer to anything: a `Missing`. */
  missing?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Asking again would get the same answer: the link isn't valid or has expired, it doesn't exist, or the role doesn't allow it. */
const isFinal = ({ problem }: Failure): boolean =>
  problem !== undefined && [400, 403, 404, 410].includes(problem.status);

/** What an address names isn't there, or couldn't be: no ID or slug looks like it. */
const isMissing = ({ problem }: Failure): boolean => problem?.status === 404 || problem?.status === 400;

/**
 * What a page about one thing may say of it, such as in its title. Once someone has deleted it, that is nothing: what was
 * loaded before is still in the query.
 */
export const presentIn = <Data,>({ data, error }: Pick<LoadState<Data>, 'data' | 'error'>): Data | undefined =>
  error && isMissing(failureOf(error)) ? undefined : data;

/** Forces every screen to handle loading and error states. */
export const QueryBoundary = <Data,>({ state, subject, loading, missing, children }: QueryBoundaryProps<Data>) => {
  const { t } = useTranslation();
  const { data, error } = state;
  const failure = error ? failureOf(error) : undefined;
  if (missing && failure && isMissing(failure)) return missing;
  const alert = failure ? (
    <FailureAlert
      failure={failure}
      title={t('components.loadFailed', { subject })}
      {...(!isFinal(failure) && { onRetry: () => void state.refetch() })}
    />
  ) : null;
  if (data === undefined) return alert ?? loading ?? <SkeletonRows />;
  return (
    <>
      {alert && <Box mb="md">{alert}</Box>}
      {children(data)}
    </>
  );
};

const tones = [60, 45, 70, 52, 64, 40];

/** Placeholder rows, about as tall as the real ones. */
export const SkeletonRows = ({ rows = 5, height = 44 }: { rows?: number; height?: number }) => {
  const { t } = useTranslation();
  return (
    <Stack gap={0} p="md" role="status">
      <VisuallyHidden>{t('components.loading')}</VisuallyHidden>
      {tones.slice(0, rows).map((width) => (
        <Group key={width} h={height} wrap="nowrap" aria-hidden>
          <Skeleton circle h={28} w={28} miw={28} />
          <Skeleton h={10} w={`${width}%`} />
          <Skeleton h={10} w={80} visibleFrom="sm" />
        </Group>
      ))}
    </Stack>
  );
};

/** Placeholder cards in a grid. */
export const CardSkeletons = ({ height }: { height: number }) => {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }} role="status" aria-label={t('components.loading')}>
      {['first', 'second', 'third', 'fourth'].map((name) => (
        <Skeleton key={name} h={height} radius="md" />
      ))}
    </SimpleGrid>
  );
};

/** Below a list that the filters leave empty. */
export const ClearFilters = ({ onClear }: { onClear: () => void }) => {
  const { t } = useTranslation();
  return (
    <Button variant="default" size="xs" onClick={onClear}>
      {t('components.filters.clear')}
    </Button>
  );
};

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  /** What to do next, where that isn't plain. */
  children?: ReactNode;
  action?: ReactNode;
}

/** Shown instead of a list without rows, about as tall as two of them: why it is empty, and what to do next. */
export const EmptyState = ({ icon, title, children, action }: EmptyStateProps) => (
  <Stack align="center" gap={4} py="md" px="md" ta="center" className="empty-state">
    {icon}
    <Text size="sm" fw={600}>
      {title}
    </Text>
    {children && (
      <Text size="sm" c="dimmed" maw={480}>
        {children}
      </Text>
    )}
    {action && <Box mt={8}>{action}</Box>}
  </Stack>
);
