import { Box, Button, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconTelescope } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { roles } from '#shared/rules/roles.ts';
import { type Me, useMe, useSession, useTenant, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { samplePassword } from '../../api/sample-password.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { DropdownMenu } from '../../components/dropdown-menu.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { pageWidth } from '../../components/page.tsx';
import { useEnterSample } from './use-sample.ts';
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
  const trpc = useTRPC();
  const queryClient = useQueryClient();
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
        <ViewAs me={me} />
        <DisabledWithReason reason={removalDisabledReason(me, t)}>
          <Button size="compact-xs" variant="default" aria-label={t('welcome.banner.action')} onClick={removal.open}>
            <Box component="span" hiddenFrom="sm">
              {t('welcome.banner.shortAction')}
            </Box>
            <Box component="span" visibleFrom="sm">
              {t('welcome.banner.action')}
            </Box>
          </Button>
        </DisabledWithReason>
      </Box>
      <ConfirmDialog
        opened={removing}
        onClose={removal.close}
        title={t('welcome.remove.title')}
        consequences={[t('welcome.remove.everything'), t('welcome.remove.signedOut'), t('welcome.remove.after')]}
        action={t('welcome.banner.action')}
        onConfirm={() =>
          // No reason: the user just removed the account, so don't explain why the session ended.
          session.leave(async () => {
            await client.welcome.removeSampleTenant.mutate({ tenant_id: me.tenant_id });
            notifyDone(t('welcome.remove.done'));
            samplePassword.forget();
            // Without it, the sign-in page would redirect by what was offered before.
            queryClient.removeQueries(trpc.welcome.getWelcome.queryFilter());
          }, undefined)
        }
      />
    </>
  );
};

/** Shows the console as another role sees it, where the sample can be entered without a password. */
const ViewAs = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const { data } = useQuery(useTRPC().welcome.getWelcome.queryOptions({}));
  const enter = useEnterSample();
  if (!data?.sample_offered) return <Box ms="auto" />;
  return (
    <DropdownMenu>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="default"
          ms="auto"
          loading={enter.isPending}
          rightSection={<IconChevronDown size={12} aria-hidden />}
        >
          {t('welcome.viewAs.action', { role: t(`roles.tenant.${me.role}`) })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {roles.toReversed().map((role) => (
          <Menu.Item
            key={role}
            disabled={role === me.role}
            onClick={() => enter.mutate(role, { onError: (error) => notifyFailure(t('welcome.viewAs.failed'), error) })}
          >
            {t(`roles.tenant.${role}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </DropdownMenu>
  );
};
