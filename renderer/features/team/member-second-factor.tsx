import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShieldOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC, useTRPCClient } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Loadable } from '../../components/loadable.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { Reasoned } from '../../components/reasoned.tsx';
import { type Member, resetConsequences, resetRefusal, secondFactorRefusal } from './team.rules.ts';

/** Whether a member has a second factor, and the way out for one who has lost it. */
export const MemberSecondFactor = ({ me, member }: { me: Me; member: Member }) => {
  const refusal = secondFactorRefusal(me, member);
  return (
    <Section title="Second factor" lead="For a member who has lost both authenticator and recovery codes.">
      {refusal === undefined ? (
        <Allowed me={me} member={member} />
      ) : (
        <Text size="sm" c="dimmed">
          {refusal}.
        </Text>
      )}
    </Section>
  );
};

const Allowed = ({ me, member }: { me: Me; member: Member }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [resetting, reset] = useDisclosure();
  const target = { tenant_id: me.tenant_id, user_id: member.user_id };
  const query = useQuery(trpc.security.getMemberSecondFactor.queryOptions(target));
  return (
    <Loadable state={query} what="The second factor">
      {({ enabled }) => (
        <Group justify="space-between">
          <Text size="sm">
            {enabled ? `${member.name} signs in with a second factor.` : `${member.name} has no second factor.`}
          </Text>
          <Reasoned reason={resetRefusal(me, member, enabled)}>
            <Button variant="default" leftSection={<IconShieldOff size={16} aria-hidden />} onClick={reset.open}>
              Reset second factor
            </Button>
          </Reasoned>
          <ConfirmDialog
            opened={resetting}
            onClose={reset.close}
            title={`Reset the second factor of ${member.name}?`}
            consequences={resetConsequences(member)}
            action="Reset second factor"
            onConfirm={async () => {
              const { message } = await client.security.resetMemberSecondFactor.mutate(target);
              notifyDone(message);
              await queryClient.invalidateQueries(trpc.security.pathFilter());
              await queryClient.invalidateQueries(trpc.sessions.pathFilter());
            }}
          />
        </Group>
      )}
    </Loadable>
  );
};
