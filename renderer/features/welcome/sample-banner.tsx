import { Box, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTelescope } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Me, useMe, useSession, useTenant, useTRPCClient } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { pageWidth } from '../../components/page.tsx';
import { removalDisabledReason } from './welcome.logic.ts';

/** Says on every page that the data is sample data, and offers to remove it. */
export const SampleBanner = () => {
  const me = useMe();
  return useTenant(me)?.sample ? <RemovableSample me={me} /> : null;
};

const RemovableSample = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const session = useSession();
  const [removing, removal] = useDisclosure();
  return (
    <>
      <Box role="note" aria-label={t('welcome.banner.title')} className="strip" maw={pageWidth} mx="auto">
        <IconTelescope size={16} aria-hidden />
        <Text span size="sm" fw={600}>
          {t('welcome.banner.title')}
        </Text>
        <Text span size="sm" c="dimmed" flex={1} visibleFrom="md">
          {t('welcome.banner.text')}
        </Text>
        <DisabledWithReason reason={removalDisabledReason(me.role, t)}>
          <Button size="compact-xs" variant="default" ms="auto" onClick={removal.open}>
            {t('welcome.banner.action')}
          </Button>
        </DisabledWithReason>
      </Box>
      <ConfirmDialog
        opened={removing}
        onClose={removal.close}
        title={t('welcome.remove.title')}
        consequences={[t('welcome.remove.everything'), t('welcome.remove.signedOut'), t('welcome.remove.after')]}
        action={t('welcome.banner.action')}
        onConfirm={async () => {
          await client.welcome.removeSampleTenant.mutate({ tenant_id: me.tenant_id });
          notifyDone(t('welcome.remove.done'));
          // No reason: the user just removed the account, so don't explain why the session ended.
          session.end(undefined);
        }}
      />
    </>
  );
};
