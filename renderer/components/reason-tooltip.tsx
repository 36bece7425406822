import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';

/** Shows why a control is disabled, on hover and on keyboard focus. */
export const ReasonTooltip = ({ reason, children }: { reason: string; children: ReactElement }) => (
  <Tooltip label={reason}>{children}</Tooltip>
);
