import { Skeleton, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Loaded } from '../api/loaded.ts';
import { missingText } from './missing-text.ts';

interface CountCardProps<Data> {
  label: string;
  link: LinkProps;
  loaded: Loaded<Data>;
  count: (data: Data) => ReactNode;
  detail?: (data: Data) => ReactNode;
  /** Said instead of the figure where it is zero: nothing is no number to look at. */
  none?: string;
}

/** A figure, linked to what it counts. */
export const CountCard = <Data,>({ label, link, loaded, count, detail, none }: CountCardProps<Data>) => {
  const { t } = useTranslation();
  const shown = loaded.state === 'known' ? count(loaded.data) : '–';
  const calm = shown === 0 ? none : undefined;
  return (
    <Link {...link} className="surface card-link count-card">
      <Text size="sm" c="dimmed" fw={600} lh={1.4}>
        {label}
      </Text>
      {loaded.state === 'loading' ? (
        // As tall as the number that replaces it, so the layout doesn't shift.
        <Skeleton h={24} w={48} my={4} />
      ) : (
        <Text fz={calm === undefined ? 'xl' : 'sm'} fw={calm === undefined ? 600 : 400} lh="32px" data-count>
          {calm ?? shown}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {loaded.state !== 'known' ? missingText(loaded, t) : (calm === undefined && detail?.(loaded.data)) || '\u00a0'}
      </Text>
    </Link>
  );
};
