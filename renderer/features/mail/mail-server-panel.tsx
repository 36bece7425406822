import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconSend } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { sendTestMail } from '#shared/contract/mail/send-test-mail.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { Facts } from '../../components/facts.tsx';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { Section } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { type MailSettings, testDisabledReason } from './mail-server.logic.ts';
import { MailServerForm } from './mail-server-form.tsx';

/** The server for all email. Owners of the admin team configure it; others can only view it. */
export const MailServerPanel = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const query = useQuery(trpc.mail.getMailSettings.queryOptions());
  const tenant = useQuery(trpc.organization.getTenant.queryOptions({ tenant_id: me.tenant_id }));
  return (
    <QueryBoundary state={query} subject={t('mail.server.what')}>
      {(settings) => (
        <Stack gap="lg" maw={760}>
          <QueryBoundary state={tenant} subject={t('mail.server.what')}>
            {({ sample }) => <Server settings={settings} sample={sample} />}
          </QueryBoundary>
          {settings.server || settings.changeable ? <MailServerTest me={me} settings={settings} /> : null}
        </Stack>
      )}
    </QueryBoundary>
  );
};

const Server = ({ settings, sample }: { settings: MailSettings; sample: boolean }) => {
  const { t } = useTranslation();
  if (settings.changeable) {
    return <MailServerForm settings={settings} />;
  }
  const { server, source } = settings;
  return (
    <Section title={t('mail.server.title')}>
      <Stack>
        <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
          {t(server ? 'mail.server.outside' : `mail.server.seen.${sample ? 'sample' : source}`)}
        </Alert>
        {server && (
          <Facts
            rows={[
              { name: t('mail.server.host'), value: server.host },
              { name: t('mail.server.port'), value: server.port },
              { name: t('mail.server.security'), value: t(`mail.server.securities.${server.security}`) },
              { name: t('mail.server.username'), value: server.username || t('mail.server.nobody') },
              { name: t('mail.server.sender'), value: server.sender },
            ]}
          />
        )}
      </Stack>
    </Section>
  );
};

/** One test conversation with the saved server, step by step. */
const MailServerTest = ({ me, settings }: { me: Me; settings: MailSettings }) => {
  const { t } = useTranslation();
  const test = useMutation(useTRPC().mail.sendTestMail.mutationOptions());
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
        {test.data && <Outcome result={test.data} />}
      </Stack>
    </Section>
  );
};

const Outcome = ({ result: { outcome, recipient, server_reply } }: { result: OutputOf<typeof sendTestMail> }) => {
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
