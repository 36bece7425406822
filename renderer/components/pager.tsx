import { Group, Pagination, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  /** What is counted, for assistive technology: `members`. */
  subject: string;
  /** Without the padding of table cells. */
  isFlush?: boolean;
}

/** Shows which rows of how many are visible, with links to the other pages. */
export const Pager = ({ page, pageSize, total, onPage, subject, isFlush = false }: PagerProps) => {
  const { t } = useTranslation();
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <Group justify="space-between" px={isFlush ? 0 : 'md'} py="sm" gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {total <= pageSize
          ? t('components.pager.all', { total, subject })
          : t('components.pager.some', { first, last, total, subject })}
      </Text>
      {total > pageSize && (
        <Pagination
          size="sm"
          total={Math.ceil(total / pageSize)}
          value={page}
          onChange={onPage}
          role="navigation"
          aria-label={t('components.pager.label', { subject })}
          getItemProps={(item) => ({ 'aria-label': t('components.pager.page', { page: item }) })}
          getControlProps={(control) => ({ 'aria-label': t(`components.pager.${control}`) })}
        />
      )}
    </Group>
  );
};
