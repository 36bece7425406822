import { Alert, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../components/facts.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import type { Application } from './applications.logic.ts';

/** How it goes to tell an application that sessions have ended. Nothing for one that isn't told. */
export const LogoutNotices = ({ application }: { application: Application }) => {
  const { t } = useTranslation();
  const { backchannel_logout_uri: uri, logout_notices: notices } = application;
  if (uri === null) return null;
  const { waiting, delivered_at, failing_since, failure } = notices;
  return (
    <Stack>
      {failing_since !== null && failure !== null && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('applications.notices.failing')}>
          {richText({ time: <Timestamp value={failing_since} show="absolute" /> }, (marks) =>
            t('applications.notices.failingOf', { reason: t(`events.outcomes.${failure}`), ...marks }),
          )}
        </Alert>
      )}
      <Facts
        rows={[
          {
            name: t('applications.notices.delivered'),
            value: delivered_at === null ? t('common.never') : <Timestamp value={delivered_at} />,
          },
          ...(waiting === 0 ? [] : [{ name: t('applications.notices.waiting'), value: waiting }]),
        ]}
      />
    </Stack>
  );
};
