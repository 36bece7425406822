import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/** Rows stacked as a list: items with the class `list-row`. */
export const RowList = ({ label, children }: { label: string; children: ReactNode }) => (
  <Stack component="ul" gap={0} p={0} m={0} style={{ listStyle: 'none' }} aria-label={label}>
    {children}
  </Stack>
);
