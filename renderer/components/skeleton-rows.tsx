import { Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';

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
