import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC, useTRPCClient } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { Loadable } from '../../components/loadable.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { Enrolment } from './enrolment.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorDialog } from './second-factor-dialog.tsx';

export const SecondFactorTab = ({ me }: { me: Me }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery(trpc.security.getSecondFactor.queryOptions());
  const [codes, setCodes] = useState<string[]>();
  const refresh = () => queryClient.invalidateQueries(trpc.security.getSecondFactor.pathFilter());
  const show = async (told: string[]) => {
    setCodes(told);
    await refresh();
  };
  return (
    <Section
      title="Second factor"
      lead="Beside your password, signing in asks for a code that an authenticator app on your phone shows."
    >
      <Loadable state={query} what="Your second factor">
        {({ enabled, enabled_at, recovery_codes_left }) => {
          if (codes) return <RecoveryCodes email={me.email} codes={codes} onSaved={() => setCodes(undefined)} />;
          if (!enabled) return <Enrolment onEnrolled={show} />;
          return <Active since={enabled_at} left={recovery_codes_left} onCodes={show} onDisabled={refresh} />;
        }}
      </Loadable>
    </Section>
  );
};

interface ActiveProps {
  since: string | null;
  left: number;
  onCodes: (codes: string[]) => Promise<unknown>;
  onDisabled: () => Promise<unknown>;
}

const Active = ({ since, left, onCodes, onDisabled }: ActiveProps) => {
  const client = useTRPCClient();
  const [renewing, renewal] = useDisclosure();
  const [disabling, disabled] = useDisclosure();
  return (
    <Stack>
      <Group gap="xs">
        <Badge>Active</Badge>
        {since && (
          <Text component="div" size="sm" c="dimmed">
            since <Timestamp value={since} show="absolute" />
          </Text>
        )}
      </Group>
      <Text size="sm">
        {left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`}
        {left <= 2 && ' Make new ones before they run out.'}
      </Text>
      <Group>
        <Button variant="default" onClick={renewal.open}>
          New recovery codes
        </Button>
        <Button color="red" variant="outline" onClick={disabled.open}>
          Disable
        </Button>
      </Group>
      <SecondFactorDialog
        opened={renewing}
        onClose={renewal.close}
        title="Make new recovery codes?"
        lead="The codes that you have saved before no longer work."
        action="Make new codes"
        submit={async (values) =>
          onCodes((await client.security.regenerateRecoveryCodes.mutate(values)).recovery_codes)
        }
      />
      <SecondFactorDialog
        opened={disabling}
        onClose={disabled.close}
        title="Disable your second factor?"
        lead="Signing in asks for your password alone. Your recovery codes no longer work."
        action="Disable"
        color="red"
        submit={async (values) => {
          const { message } = await client.security.disableSecondFactor.mutate(values);
          notifyDone(message);
          await onDisabled();
        }}
      />
    </Stack>
  );
};
