import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Pager, type PagerProps } from './pager.tsx';

interface RowListProps {
  label: string;
  /** Items of the class `list-row`. */
  children: ReactNode;
  /** Where the rows are one page of more; the way to the others is shown if there are any. */
  pager?: PagerProps;
}

/** Rows below each other, as a list. */
export const RowList = ({ label, children, pager }: RowListProps) => (
  <>
    <Stack component="ul" gap={0} p={0} m={0} style={{ listStyle: 'none' }} aria-label={label}>
      {children}
    </Stack>
    {pager && pager.total > pager.pageSize && <Pager {...pager} isFlush />}
  </>
);
