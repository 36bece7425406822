import { Button, Group, Select, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { customRoleLimits } from '#shared/rules/limits.ts';
import { hasAll } from '#shared/rules/permissions.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { searchChoices } from '../../components/search-choices.ts';
import { useRequired } from '../../components/use-required.ts';
import { assignableRoles, type HeldCustomRole } from './custom-roles.logic.ts';
import { useRefreshTeam } from './use-team.ts';

interface AssignCustomRoleProps {
  me: Me;
  holder: { id: string; name: string };
  held: readonly HeldCustomRole[];
}

/** Chooses a custom role that someone doesn't have yet, and names those that the user can't assign. */
export const AssignCustomRole = ({ me, holder, held }: AssignCustomRoleProps) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const refresh = useRefreshTeam();
  const [chosen, setChosen] = useState<string | null>(null);
  const required = useRequired(chosen !== null, t('team.customRoles.assign.choose'));
  const known = useQuery(
    trpc.customRoles.listCustomRoles.queryOptions({ tenant_id: me.tenant_id, limit: customRoleLimits.perTenant }),
  );
  const beyond = known.data?.custom_roles.filter(({ permissions }) => !hasAll(me, permissions)) ?? [];
  const assign = useMutation(
    trpc.customRoles.assignCustomRole.mutationOptions({
      onSuccess: async (_, { role_id }) => {
        await refresh();
        const role = known.data?.custom_roles.find((each) => each.role_id === role_id)?.name;
        notifyDone(t('team.customRoles.assign.done', { role, name: holder.name }));
        setChosen(null);
      },
      onError: (error) => notifyFailure(t('team.customRoles.assign.failed'), error),
    }),
  );
  return (
    <form
      aria-label={t('team.customRoles.assign.form')}
      onSubmit={(event) => {
        event.preventDefault();
        if (required.isGiven() && chosen !== null)
          assign.mutate({ tenant_id: me.tenant_id, holder_id: holder.id, role_id: chosen });
      }}
    >
      <Group align="flex-end" gap="sm">
        <Select
          label={t('team.customRoles.assign.label')}
          placeholder={t('team.customRoles.assign.search')}
          flex="1 1 220px"
          {...required.field}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('team.customRoles.assign.clear') }}
          value={chosen}
          onChange={setChosen}
          {...searchChoices(
            known,
            ({ custom_roles }) =>
              assignableRoles(me, custom_roles, held).map(({ role_id: value, name: label }) => ({ value, label })),
            { nothing: t('team.customRoles.assign.nothing'), failed: t('team.customRoles.assign.notLoaded') },
            t,
          )}
        />
        <Button type="submit" variant="default" loading={assign.isPending}>
          {t('team.customRoles.assign.action')}
        </Button>
      </Group>
      {beyond.length > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('team.customRoles.assign.beyond', { roles: beyond.map(({ name }) => name).join(', ') })}
        </Text>
      )}
    </form>
  );
};
