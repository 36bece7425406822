import { Badge, Text } from '@mantine/core';

interface RowStatusProps {
  /** `verdigris` if all is well, `gray` if it's over: neither asks for anything. */
  color: string;
  children: string;
}

/** The status of a row, in a badge only if someone should notice it: in a long list, every badge takes from the others. */
export const RowStatus = ({ color, children }: RowStatusProps) =>
  color === 'verdigris' || color === 'gray' ? (
    <Text span size="sm" {...(color === 'gray' && { c: 'dimmed' })}>
      {children}
    </Text>
  ) : (
    <Badge color={color}>{children}</Badge>
  );
