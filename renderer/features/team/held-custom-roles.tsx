import { Box, Stack, Text } from '@mantine/core';
import { IconShieldPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { EmptyState, QueryBoundary } from '../../components/query-boundary.tsx';
import { RemoveButton } from '../../components/remove-button.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { RowList } from '../../components/row-list.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { paths } from '../../paths.ts';
import { AssignCustomRole } from './assign-custom-role.tsx';
import { type HeldCustomRole, roleDisabledReason } from './custom-roles.logic.ts';
import { PermissionList } from './permission-list.tsx';
import { useRefreshTeam } from './use-team.ts';

export interface HeldCustomRolesProps {
  me: Me;
  /** A member, a group or a service account. */
  holder: { id: string; name: string };
  /** Why the user may not change what they have. */
  disabledReason?: string | undefined;
}

/** The custom roles that someone has, where each comes from, and those that can be assigned or taken. */
export const HeldCustomRoles = ({ me, holder, disabledReason }: HeldCustomRolesProps) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const refresh = useRefreshTeam();
  const [taken, setTaken] = useState<HeldCustomRole>();
  const of = { tenant_id: me.tenant_id, holder_id: holder.id };
  const query = useQuery(trpc.customRoles.listHeldCustomRoles.queryOptions(of));
  return (
    <Stack>
      {disabledReason !== undefined && (
        <Text size="sm" c="dimmed">
          {disabledReason}
        </Text>
      )}
      <QueryBoundary state={query} subject={t('team.customRoles.what')}>
        {({ custom_roles }) =>
          custom_roles.length === 0 ? (
            <EmptyState icon={<IconShieldPlus />} title={t('team.customRoles.held.none.title')}>
              {t('team.customRoles.held.none.text')}
            </EmptyState>
          ) : (
            <RowList label={t('team.customRoles.held.list', { name: holder.name })}>
              {custom_roles.map((role) => (
                <HeldRow
                  key={`${role.role_id} ${role.group?.group_id ?? ''}`}
                  me={me}
                  role={role}
                  isFixed={disabledReason !== undefined}
                  onTake={() => setTaken(role)}
                />
              ))}
            </RowList>
          )
        }
      </QueryBoundary>
      {disabledReason === undefined && query.data && (
        <AssignCustomRole me={me} holder={holder} held={query.data.custom_roles} />
      )}
      <ConfirmDialog
        opened={taken !== undefined}
        onClose={() => setTaken(undefined)}
        isReversible
        title={t('team.customRoles.unassign.title', { role: taken?.name, name: holder.name })}
        consequences={[t('team.customRoles.unassign.loses')]}
        action={t('team.customRoles.unassign.action')}
        onConfirm={async () => {
          if (!taken) return;
          await client.customRoles.unassignCustomRole.mutate({ ...of, role_id: taken.role_id });
          notifyDone(t('team.customRoles.unassign.done', { role: taken.name, name: holder.name }));
          await refresh();
        }}
      />
    </Stack>
  );
};

interface HeldRowProps {
  me: Me;
  role: HeldCustomRole;
  /** Whether nothing can be taken here. */
  isFixed: boolean;
  onTake: () => void;
}

const HeldRow = ({ me, role, isFixed, onTake }: HeldRowProps) => {
  const { t } = useTranslation();
  const { group, granted_by, granted_at } = role;
  const by = granted_by
    ? t('team.customRoles.held.by', { name: granted_by.name })
    : t('team.customRoles.held.byDeleted');
  return (
    <li className="list-row">
      <Box flex="2 1 220px" miw={0}>
        <Text size="sm" fw={600} className="break-anywhere">
          {role.name}
        </Text>
        <PermissionList permissions={role.permissions} />
      </Box>
      <Box flex="1 1 180px" miw={0}>
        {group && (
          <Text size="sm" component="div" className="break-anywhere">
            {richText(
              {
                group: (
                  <AnchorLink {...paths.group(group.group_id)} size="sm">
                    {group.name}
                  </AnchorLink>
                ),
              },
              (marks) => t('team.customRoles.held.through', marks),
            )}
          </Text>
        )}
        <Text size="sm" c="dimmed" component="div">
          {by} · <Timestamp value={granted_at} />
        </Text>
      </Box>
      {!isFixed && <Take me={me} role={role} onTake={onTake} />}
    </li>
  );
};

/** Only what someone has themselves can be taken from them, by who may do as much. */
const Take = ({ me, role, onTake }: { me: Me; role: HeldCustomRole; onTake: () => void }) => {
  const { t } = useTranslation();
  if (role.group) return null;
  const reason = roleDisabledReason(me, role, t);
  if (reason !== undefined) {
    return (
      <Text size="xs" c="dimmed">
        {reason}
      </Text>
    );
  }
  return <RemoveButton label={t('team.customRoles.unassign.of', { role: role.name })} onClick={onTake} />;
};
