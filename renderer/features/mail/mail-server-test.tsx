import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { sendTestMail } from '#shared/contract/settings/send-test-mail.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { Section } from '../../components/page.tsx';
import { type MailSettings, testDisabledReason } from './mail-server.logic.ts';

/** One test conversation with the saved server, step by step. */
export const MailServerTest = ({ me, settings }: { me: Me; settings: MailSettings }) => {
  const { t } = useTranslation();
  const test = useMutation(useTRPC().settings.sendTestMail.mutationOptions());
  return (
    <Section title={t('mail.server.test.title')} lead={t('mail.server.test.lead', { email: me.email })}>
      <Stack align="flex-start">
        <DisabledWithReason reason={testDisabledReason(settings, t)}>
          <Button
            variant="default"
            leftSection={<IconSend size={16} aria-hidden />}
            loading={test.isPending}
            onClick={() => test.mutate({})}
          >
            {t('mail.server.test.action')}
          </Button>
        </DisabledWithReason>
        {test.error && <FailureAlert failure={failureOf(test.error)} />}
        {test.data && <Outcome told={test.data} />}
      </Stack>
    </Section>
  );
};

const Outcome = ({ told: { outcome, recipient, server_reply } }: { told: OutputOf<typeof sendTestMail> }) => {
  const { t } = useTranslation();
  const sent = outcome === 'sent';
  return (
    <Alert
      w="100%"
      color={sent ? 'verdigris' : 'red'}
      role={sent ? 'status' : 'alert'}
      title={t(`mail.server.outcomes.${outcome}.title`)}
      icon={sent ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
    >
      <Stack gap="xs">
        <Text size="sm" className="break-anywhere">
          {t(`mail.server.outcomes.${outcome}.text`, { recipient })}
        </Text>
        {server_reply && (
          <div>
            <Text size="xs" c="dimmed">
              {t('mail.server.test.reply')}
            </Text>
            <Code block className="break-anywhere" style={{ whiteSpace: 'pre-wrap' }}>
              {server_reply}
            </Code>
          </div>
        )}
      </Stack>
    </Alert>
  );
};
