import { Badge, Button, Code, Drawer, Group, Stack, Tabs, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { getMail } from '#shared/contract/mail/get-mail.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { useTRPC } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { Loadable } from '../../components/loadable.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Reasoned } from '../../components/reasoned.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { mailStatusColors, mailStatusLabels, retryRefusal } from './mail.rules.ts';
import { MailLink } from './mail-link.tsx';

interface MailPreviewProps {
  me: Me;
  mailId: string | undefined;
  onClose: () => void;
}

export const MailPreview = ({ me, mailId, onClose }: MailPreviewProps) => (
  <Drawer opened={mailId !== undefined} onClose={onClose} position="right" size="lg" title={<Text fw={650}>Mail</Text>}>
    {mailId && <Preview key={mailId} me={me} mailId={mailId} />}
  </Drawer>
);

const Preview = ({ me, mailId }: { me: Me; mailId: string }) => {
  const query = useQuery(useTRPC().mail.getMail.queryOptions({ tenant_id: me.tenant_id, mail_id: mailId }));
  return (
    <Loadable state={query} what="The mail">
      {(mail) => <Letter me={me} mail={mail} />}
    </Loadable>
  );
};

const Letter = ({ me, mail }: { me: Me; mail: OutputOf<typeof getMail> }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const retry = useMutation(
    trpc.mail.retryMail.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.mail.pathFilter());
        notifyDone('The mail is queued again.');
      },
      onError: (error) => notifyFailure('The mail was not queued', error),
    }),
  );
  return (
    <Stack>
      <div>
        <Text fw={600} className="break-anywhere">
          {mail.subject}
        </Text>
        <Text size="sm" c="dimmed" className="break-anywhere">
          To {mail.to}, written <Timestamp value={mail.created_at} show="absolute" />
          {mail.sent_at && (
            <>
              , sent <Timestamp value={mail.sent_at} show="absolute" />
            </>
          )}
        </Text>
      </div>
      <Group>
        <Badge color={mailStatusColors[mail.status]}>{mailStatusLabels[mail.status]}</Badge>
        <Text size="xs" c="dimmed">
          {mail.attempts === 1 ? '1 attempt' : `${mail.attempts} attempts`}
        </Text>
        <Reasoned reason={retryRefusal(mail)}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={retry.isPending}
            onClick={() => retry.mutate({ tenant_id: me.tenant_id, mail_id: mail.mail_id })}
          >
            Send again
          </Button>
        </Reasoned>
      </Group>
      {mail.last_error && (
        <Code block className="break-anywhere">
          {mail.last_error}
        </Code>
      )}
      <MailLink me={me} mail={mail} />
      <Tabs defaultValue="html" keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="html">As sent</Tabs.Tab>
          <Tabs.Tab value="text">As text</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="html">
          {/* No script, no form, no origin of its own: what a mail holds stays in its frame. */}
          <iframe title={`Preview of ${mail.subject}`} sandbox="" srcDoc={mail.html} className="mail-frame" />
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
