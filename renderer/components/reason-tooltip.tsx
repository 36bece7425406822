import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';

/** Tells why a control may not be used, to whoever points at it or reaches it by keyboard. */
export const ReasonTooltip = ({ reason, children }: { reason: string; children: ReactElement }) => (
  <Tooltip label={reason}>{children}</Tooltip>
);
