import { Badge, Button, Code, Group, Stack, Tabs, Text } from '@mantine/core';
import { useFocusWithin } from '@mantine/hooks';
import { IconLink, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { getMail } from '#shared/contract/mail/get-mail.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { SideDialog } from '../../components/dialog.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { LinkReachNotice } from '../../components/link-reach-notice.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { linkDisabledReason, type Mail, mailState, mailStatusColors, retryDisabledReason } from './mail.logic.ts';
import { useIsHeld } from './use-is-held.ts';

interface MailPreviewProps {
  me: Me;
  mailId: string | undefined;
  onClose: () => void;
}

export const MailPreview = ({ me, mailId, onClose }: MailPreviewProps) => {
  const { t } = useTranslation();
  return (
    <SideDialog
      opened={mailId !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={<Text fw={600}>{t('mail.preview.title')}</Text>}
    >
      {mailId && <Preview key={mailId} me={me} mailId={mailId} />}
    </SideDialog>
  );
};

const Preview = ({ me, mailId }: { me: Me; mailId: string }) => {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().mail.getMail.queryOptions({ tenant_id: me.tenant_id, mail_id: mailId }));
  return (
    <QueryBoundary state={query} subject={t('mail.preview.what')}>
      {(mail) => <Letter me={me} mail={mail} />}
    </QueryBoundary>
  );
};

const Letter = ({ me, mail }: { me: Me; mail: OutputOf<typeof getMail> }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const retry = useMutation(
    trpc.mail.retryMail.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.mail.pathFilter());
        notifyDone(t('mail.retry.done'));
      },
      onError: (error) => notifyFailure(t('mail.retry.failed'), error),
    }),
  );
  const isHeld = useIsHeld(me);
  const frame = useFocusWithin<HTMLIFrameElement>();
  return (
    <Stack>
      <div>
        <Text fw={600} className="break-anywhere">
          {mail.subject}
        </Text>
        <Text size="sm" c="dimmed" className="break-anywhere">
          <Dates mail={mail} />
        </Text>
      </div>
      <Group>
        <Badge color={mailStatusColors[mail.status]}>{t(`mail.states.${mailState(mail.status, isHeld)}`)}</Badge>
        <Text size="xs" c="dimmed">
          {t('mail.preview.attempts', { count: mail.attempts })}
        </Text>
        <DisabledWithReason reason={retryDisabledReason(mail, t)}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={retry.isPending}
            onClick={() => retry.mutate({ tenant_id: me.tenant_id, mail_id: mail.mail_id })}
          >
            {t('mail.retry.action')}
          </Button>
        </DisabledWithReason>
      </Group>
      {mail.last_error && (
        <Text size="sm" role="note">
          {t(`mail.problems.${mail.last_error}`)}
        </Text>
      )}
      <MailLink me={me} mail={mail} />
      <Tabs defaultValue="html" keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="html">{t('mail.preview.asSent')}</Tabs.Tab>
          <Tabs.Tab value="text">{t('mail.preview.asText')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="html">
          {/* No scripts, no forms, no origin: keep an email's content inside its frame. */}
          <iframe
            ref={frame.ref}
            data-focused={frame.focused || undefined}
            title={t('mail.preview.frame', { subject: mail.subject })}
            sandbox=""
            srcDoc={mail.html}
            className="mail-frame"
          />
        </Tabs.Panel>
        <Tabs.Panel value="text">
          <Code block style={{ whiteSpace: 'pre-wrap' }} className="break-anywhere">
            {mail.text}
          </Code>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
};

const Dates = ({ mail: { to, created_at, sent_at } }: { mail: Pick<Mail, 'to' | 'created_at' | 'sent_at'> }) => {
  const { t } = useTranslation();
  const written = <Timestamp value={created_at} show="absolute" />;
  return sent_at
    ? richText({ written, sent: <Timestamp value={sent_at} show="absolute" /> }, (marks) =>
        t('mail.preview.sent', { to, ...marks }),
      )
    : richText({ written }, (marks) => t('mail.preview.written', { to, ...marks }));
};

interface MailLinkProps {
  me: Me;
  mail: { mail_id: string; link_available: boolean };
}

/** The link of an email that has not arrived, to share in person. */
const MailLink = ({ me, mail }: MailLinkProps) => {
  const { t } = useTranslation();
  const reveal = useMutation(useTRPC().mail.revealMailLink.mutationOptions());
  if (reveal.data) {
    return (
      <Stack gap="xs">
        <CopyField label={t('mail.link.label')} value={reveal.data.url} autoFocus />
        <Text size="xs" c="dimmed">
          {richText({ until: <Timestamp value={reveal.data.expires_at} show="absolute" /> }, (marks) =>
            t('mail.link.until', marks),
          )}
        </Text>
      </Stack>
    );
  }
  return (
    <Stack gap="xs" align="flex-start">
      {mail.link_available && <LinkReachNotice />}
      <DisabledWithReason reason={linkDisabledReason(mail, t)}>
        <Button
          variant="default"
          leftSection={<IconLink size={16} aria-hidden />}
          loading={reveal.isPending}
          onClick={() => reveal.mutate({ tenant_id: me.tenant_id, mail_id: mail.mail_id })}
        >
          {t('mail.link.reveal')}
        </Button>
      </DisabledWithReason>
      {reveal.error && <FailureAlert failure={failureOf(reveal.error)} />}
    </Stack>
  );
};
