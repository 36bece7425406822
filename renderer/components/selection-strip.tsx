import { Button, CloseButton, Group, Text } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Stays visible while a long page scrolls. */
const stuck: CSSProperties = {
  position: 'sticky',
  top: 'var(--app-shell-header-offset, 0px)',
  zIndex: 2,
  background: 'var(--castellan-nav-active)',
  borderBlock: '1px solid var(--castellan-line)',
};

interface SelectionStripProps {
  /** Accessible name, such as `Selected members`. */
  label: string;
  /** How many rows are selected. Nothing is shown without any. */
  count: number;
  /** How many match the filters, on all pages. */
  total: number;
  onClear: () => void;
  /** Selects all that match. */
  onAll: () => void;
  isSelectingAll: boolean;
  /** What can be done with them. */
  children: ReactNode;
}

/** Above a table: how many rows are selected, and what can be done with them. */
export const SelectionStrip = (props: SelectionStripProps) => {
  const { label, count, total, onClear, onAll, isSelectingAll, children } = props;
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <Group component="section" aria-label={label} px="md" py="xs" gap="sm" style={stuck}>
      <CloseButton
        aria-label={t('components.selection.clear')}
        title={t('components.selection.clear')}
        onClick={onClear}
      />
      <Text size="sm" fw={600} role="status">
        {t('components.selection.count', { count })}
      </Text>
      {total > count && (
        <Button variant="subtle" size="compact-sm" px={4} loading={isSelectingAll} onClick={onAll}>
          {t('components.selection.all', { count: total })}
        </Button>
      )}
      <Group gap="xs" ml={{ sm: 'auto' }}>
        {children}
      </Group>
    </Group>
  );
};
