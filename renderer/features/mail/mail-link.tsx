import { Button, Stack, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { linkDisabledReason } from './mail.logic.ts';

interface MailLinkProps {
  me: Me;
  mail: { mail_id: string; link_available: boolean };
}

/** The link of an email that has not arrived, to share in person. */
export const MailLink = ({ me, mail }: MailLinkProps) => {
  const { t } = useTranslation();
  const reveal = useMutation(useTRPC().mail.revealMailLink.mutationOptions());
  if (reveal.data) {
    return (
      <Stack gap="xs">
        <CopyField label={t('mail.link.label')} value={reveal.data.url} />
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
