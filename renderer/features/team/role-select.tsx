import { NativeSelect, Text, Tooltip } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Role, roles } from '#shared/roles.ts';
import { useTRPC } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { choiceParam } from '../../search-params.ts';
import { type Member, roleChangeRefusal, roleChangeWarnings, roleChoices, roleLabels } from './team.rules.ts';
import { useRefreshTeam } from './use-refresh-team.ts';

/** A member's role, changed where it stands; what cannot be taken back is asked first. */
export const RoleSelect = ({ me, member }: { me: Me; member: Member }) => {
  const trpc = useTRPC();
  const refreshTeam = useRefreshTeam();
  const [asked, setAsked] = useState<Role>();
  const change = useMutation(
    trpc.team.changeRole.mutationOptions({
      onSuccess: async ({ user }) => {
        await refreshTeam();
        notifyDone(`${user.name} is ${roleLabels[user.role].toLowerCase()} now.`);
      },
    }),
  );
  const send = (role: Role) => change.mutateAsync({ tenant_id: me.tenant_id, user_id: member.user_id, role });
  const choose = (role: Role) => {
    if (roleChangeWarnings(me, member, role).length > 0) return setAsked(role);
    send(role).catch((error: unknown) => notifyFailure(`The role of ${member.name} was not changed`, error));
  };
  const refusal = roleChangeRefusal(me, member);
  if (refusal !== undefined) {
    return (
      <Tooltip label={refusal}>
        {/* In the tab order, so that the keyboard reaches the reason too. */}
        <Text size="sm" w="fit-content" tabIndex={0}>
          {roleLabels[member.role]}
        </Text>
      </Tooltip>
    );
  }
  return (
    <>
      <NativeSelect
        aria-label={`Role of ${member.name}`}
        size="xs"
        w={104}
        value={change.isPending ? change.variables.role : member.role}
        data={roleChoices(me.role, member.role)}
        disabled={change.isPending}
        onChange={(event) => {
          const role = choiceParam(event.currentTarget.value, roles);
          if (role) choose(role);
        }}
      />
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked ? `Make ${member.name} ${roleLabels[asked].toLowerCase()}?` : ''}
        consequences={asked ? roleChangeWarnings(me, member, asked) : []}
        action="Change role"
        onConfirm={async () => asked && (await send(asked))}
      />
    </>
  );
};
