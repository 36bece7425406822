import { Box, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Timestamp, type TimestampProps } from './timestamp.tsx';

interface MomentProps extends Pick<TimestampProps, 'show'> {
  label: string;
  value: string | null;
}

/** When something happened to what a row shows, with a label above: half of the row on a phone. */
export const Moment = ({ label, value, ...shown }: MomentProps) => {
  const { t } = useTranslation();
  return (
    <Box w={{ base: 'calc(50% - 8px)', xs: 110 }} className="list-moment">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="div" size="sm">
        {value === null ? t('common.never') : <Timestamp value={value} {...shown} />}
      </Text>
    </Box>
  );
};
