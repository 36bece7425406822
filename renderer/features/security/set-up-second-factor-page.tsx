import { Button, Divider } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFingerprint } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useKnownDevice, useMe, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { usePasskeysHere } from '../../api/passkeys.ts';
import { useLeave } from '../../api/use-leave.ts';
import { notifyFailure } from '../../components/notify.tsx';
import { RequiredStep } from '../../components/required-step.tsx';
import { useReturn } from '../../components/use-return.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { Enrolment, RecoveryCodes } from './enrolment.tsx';

/** Where people set up two-factor authentication first, because their organization requires it. */
export const SetUpSecondFactorPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const goOn = useReturn(useKnownDevice());
  const [codes, setCodes] = useState<string[]>();
  const signOut = useLeave(
    () => client.auth.logout.mutate(),
    (error) => notifyFailure(t('shell.signOutUnheard'), error),
  );
  const proceed = async () => {
    await queryClient.invalidateQueries(trpc.pathFilter());
    await goOn();
  };
  return (
    <RequiredStep
      title={t('security.setUp.title')}
      lead={t('security.setUp.lead')}
      email={me.email}
      onLeave={codes ? undefined : () => void signOut()}
    >
      {codes ? (
        <RecoveryCodes email={me.email} codes={codes} onSaved={() => void proceed()} />
      ) : (
        <SetUp me={me} onCodes={setCodes} onDone={proceed} />
      )}
    </RequiredStep>
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
            fullWidth
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
