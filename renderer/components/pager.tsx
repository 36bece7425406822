import { Group, Pagination, Text } from '@mantine/core';

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  /** What is counted, for assistive technology: `members`. */
  what: string;
}

/** Which rows of how many are shown, and the way to the others. */
export const Pager = ({ page, pageSize, total, onPage, what }: PagerProps) => {
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <Group justify="space-between" px="md" py="sm" gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {total <= pageSize ? `${total} ${what}` : `${first}–${last} of ${total} ${what}`}
      </Text>
      {total > pageSize && (
        <Pagination
          size="sm"
          total={Math.ceil(total / pageSize)}
          value={page}
          onChange={onPage}
          aria-label={`Pages of ${what}`}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </Group>
  );
};
