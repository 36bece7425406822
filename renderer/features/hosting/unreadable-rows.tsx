import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** Names what the provider lists and Castellan can't read. Empty if there is nothing. */
export const UnreadableRows = ({ title, texts }: { title: string; texts: readonly string[] }) => {
  if (texts.length === 0) return null;
  return (
    <Alert color="yellow" title={title} icon={<IconAlertTriangle aria-hidden />}>
      {texts.map((text) => (
        <Text key={text} size="sm" className="break-anywhere">
          {text}
        </Text>
      ))}
    </Alert>
  );
};
