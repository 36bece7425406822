import { SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MailSettings } from './mail-server.logic.ts';

/** Read-only view of a mail server that is configured elsewhere, without its password. */
export const MailServerFacts = ({ server }: { server: NonNullable<MailSettings['server']> }) => {
  const { t } = useTranslation();
  const rows = [
    [t('mail.server.host'), server.host],
    [t('mail.server.port'), String(server.port)],
    [t('mail.server.security'), t(`mail.server.securities.${server.security}`)],
    [t('mail.server.username'), server.username || t('mail.server.nobody')],
    [t('mail.server.sender'), server.sender],
  ] as const;
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} m={0}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} size="sm" className="break-anywhere">
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
};
