import { Alert, Stack, Text } from '@mantine/core';
import { IconShieldExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '../../api/context.tsx';
import { deviceWords } from '../../components/device.logic.ts';
import { AnchorLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { paths } from '../../paths.ts';

const shown = 3;

/**
 * Warns about refresh tokens that were used twice, since someone may have copied them. Shows no loading error, because
 * the lists below do.
 */
export const CopiedAlert = () => {
  const { t } = useTranslation();
  const { data } = useQuery(
    useTRPC().sessions.listSessionHistory.queryOptions({ state: 'ended', end_reason: 'reuse_detected', limit: shown }),
  );
  if (!data || data.total === 0) return null;
  return (
    <Alert color="red" icon={<IconShieldExclamation aria-hidden />} title={t('sessions.copied.title')}>
      <Stack gap="xs">
        {data.sessions.map(({ session_id, device, ip_address, ended_at }) => (
          <Text key={session_id} size="sm" className="break-anywhere">
            {richText({ when: ended_at && <Timestamp value={ended_at} show="absolute" /> }, (marks) =>
              t('sessions.copied.text', { ...marks, device: deviceWords(device, t), address: ip_address }),
            )}
          </Text>
        ))}
        <Text size="sm">
          {richText(
            {
              link: (
                <AnchorLink {...paths.password} size="sm" underline="always">
                  {t('sessions.copied.password')}
                </AnchorLink>
              ),
            },
            (marks) => t('sessions.copied.advice', marks),
          )}
        </Text>
      </Stack>
    </Alert>
  );
};
