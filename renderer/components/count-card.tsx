import { Group, Skeleton, Text, ThemeIcon } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface CountCardProps {
  label: string;
  icon: ReactNode;
  link: LinkProps;
  count: ReactNode;
  failed: boolean;
  detail?: ReactNode;
}

/** A figure, linked to what it counts. */
export const CountCard = ({ label, icon, link, count, failed, detail }: CountCardProps) => {
  const { t } = useTranslation();
  return (
    <Link {...link} className="surface card-link">
      {/* Room for two lines: a label that wraps doesn't push its number off the line of the others. */}
      <Group justify="space-between" wrap="nowrap" mih={40} gap="xs">
        <Text size="sm" c="dimmed" fw={500} lh={1.4}>
          {label}
        </Text>
        <ThemeIcon variant="light" size={30} aria-hidden>
          {icon}
        </ThemeIcon>
      </Group>
      {count === undefined && !failed ? (
        // As tall as the number that replaces it, so the layout doesn't shift.
        <Skeleton h={28} w={48} my={5.6} />
      ) : (
        <Text fz={28} fw={650} lh={1.4} data-count>
          {failed ? '–' : count}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {failed ? t('components.countFailed') : (detail ?? '\u00a0')}
      </Text>
    </Link>
  );
};
