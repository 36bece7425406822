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
}

/** A figure, linked to what it counts. */
export const CountCard = <Data,>({ label, link, loaded, count, detail }: CountCardProps<Data>) => {
  const { t } = useTranslation();
  return (
    <Link {...link} className="surface card-link count-card">
      <Text size="sm" c="dimmed" fw={600} lh={1.4}>
        {label}
      </Text>
      {loaded.state === 'loading' ? (
        // As tall as the number that replaces it, so the layout doesn't shift.
        <Skeleton h={24} w={48} my={4} />
      ) : (
        <Text fz="xl" fw={600} lh="32px" data-count>
          {loaded.state === 'known' ? count(loaded.data) : '–'}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {loaded.state === 'known' ? (detail?.(loaded.data) ?? '\u00a0') : missingText(loaded, t)}
      </Text>
    </Link>
  );
};
