import { Button, Checkbox } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMailPause } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTRPC, useTRPCClient } from '../../api/context.tsx';
import { storeAnswer } from '../../api/store-answer.ts';
import { Banner } from '../../components/banner.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';

/** After a restore, says that no email is sent, and lets those who may release it. */
export const MailHoldBanner = () => {
  const { t } = useTranslation();
  const settings = useQuery(useTRPC().mail.getMailSettings.queryOptions());
  const [opened, dialog] = useDisclosure();
  if (!settings.data?.held_since) return null;
  return (
    <>
      <Banner
        icon={IconMailPause}
        title={t('shell.mailHold.title')}
        text={t('shell.mailHold.text')}
        action={
          <Button size="xs" variant="default" onClick={dialog.open}>
            {t('shell.mailHold.action')}
          </Button>
        }
      />
      <ReleaseDialog waiting={settings.data.waiting} opened={opened} onClose={dialog.close} />
    </>
  );
};

const ReleaseDialog = ({ waiting, opened, onClose }: { waiting: number; opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [sends, setSends] = useState(false);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('shell.mailHold.confirm.title')}
      consequences={[
        t('shell.mailHold.confirm.resumes'),
        ...(waiting > 0 ? [t('shell.mailHold.confirm.waiting', { count: waiting })] : []),
      ]}
      action={t('shell.mailHold.action')}
      onConfirm={async () => {
        const released = await client.mail.releaseHeldMail.mutate({ kept_mails: sends ? 'send' : 'keep' });
        notifyDone(t('shell.mailHold.done'));
        await storeAnswer(queryClient, trpc.mail.getMailSettings.queryKey(), released);
        await Promise.all(
          [trpc.mail.pathFilter(), trpc.organization.getTenant.queryFilter()].map((filter) =>
            queryClient.invalidateQueries(filter),
          ),
        );
      }}
    >
      {waiting > 0 && (
        <Checkbox
          label={t('shell.mailHold.confirm.send', { count: waiting })}
          description={t('shell.mailHold.confirm.sendOf')}
          checked={sends}
          onChange={(event) => setSends(event.currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  );
};
