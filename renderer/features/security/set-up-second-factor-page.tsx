import { Box, Button, Center, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFingerprint } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useMe, useSession, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { usePasskeysHere } from '../../api/passkeys.ts';
import { Logo } from '../../components/logo.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { tabTitle } from '../../components/route-states.tsx';
import { paths } from '../../paths.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { Enrolment, RecoveryCodes } from './enrolment.tsx';

/** All that people can do whose organization requires two-factor authentication: set it up, or sign out. */
export const SetUpSecondFactorPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const session = useSession();
  const navigate = useNavigate();
  const [codes, setCodes] = useState<string[]>();
  const title = t('security.setUp.title');
  const proceed = async () => {
    await queryClient.invalidateQueries(trpc.pathFilter());
    await navigate({ ...paths.dashboard, replace: true });
  };
  const signOut = () =>
    session
      .leave(() => client.auth.logout.mutate(), 'logout')
      .catch((error: unknown) => {
        // Signs out locally even if the network fails.
        notifyFailure(t('shell.signOutUnheard'), error);
        session.end('logout');
      });
  return (
    <Box mih="100dvh" p="md">
      <title>{tabTitle(title)}</title>
      <Center component="main" id="main" tabIndex={-1} mih="calc(100dvh - 64px)">
        <Stack w="100%" maw={560} gap="lg" py="lg">
          <Center>
            <Logo size={36} />
          </Center>
          <Stack gap="lg" className="surface" p={{ base: 'md', xs: 'xl' }}>
            <div>
              <Title order={1}>{title}</Title>
              <Text c="dimmed" size="sm" mt={4}>
                {t('security.setUp.lead')}
              </Text>
            </div>
            {codes ? (
              <RecoveryCodes email={me.email} codes={codes} onSaved={() => void proceed()} />
            ) : (
              <SetUp me={me} onCodes={setCodes} onDone={proceed} />
            )}
          </Stack>
          {!codes && (
            <Group justify="center">
              <Text size="sm" c="dimmed" className="break-anywhere">
                {me.email}
              </Text>
              <Button variant="subtle" size="compact-sm" onClick={() => void signOut()}>
                {t('security.setUp.signOut')}
              </Button>
            </Group>
          )}
        </Stack>
      </Center>
    </Box>
  );
};

interface SetUpProps {
  me: Me;
  onCodes: (codes: string[]) => void;
  onDone: () => Promise<unknown>;
}

/** An authenticator app, or a passkey where it works. */
const SetUp = ({ me, onCodes, onDone }: SetUpProps) => {
  const { t } = useTranslation();
  const here = usePasskeysHere();
  const [adding, addition] = useDisclosure();
  return (
    <>
      <Enrolment onEnrolled={onCodes} />
      {here && (
        <>
          <Divider label={t('auth.login.or')} />
          <Button
            variant="default"
            leftSection={<IconFingerprint size={18} aria-hidden />}
            style={{ alignSelf: 'flex-start' }}
            onClick={addition.open}
          >
            {t('security.passkeys.add')}
          </Button>
          <AddPasskeyDialog me={me} opened={adding} onClose={addition.close} onAdded={onDone} />
        </>
      )}
    </>
  );
};
