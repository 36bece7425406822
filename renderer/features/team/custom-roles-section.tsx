import { Box, Button, Text } from '@mantine/core';
import { IconPlus, IconShieldPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { customRoleLimits } from '#shared/rules/limits.ts';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { CommandItems } from '../../components/command-items.tsx';
import { offersFor } from '../../components/commands.ts';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { MoreMenu } from '../../components/more-menu.tsx';
import { Section } from '../../components/page.tsx';
import { EmptyState, QueryBoundary } from '../../components/query-boundary.tsx';
import { RowList } from '../../components/row-list.tsx';
import { type CustomRoleCommand, customRoleCommands } from './custom-role-commands.ts';
import { DeleteCustomRoleDialog, EditCustomRoleDialog } from './custom-role-dialogs.tsx';
import { type CustomRole, holdersOf, tooManyCustomRoles } from './custom-roles.logic.ts';
import { PermissionList } from './permission-list.tsx';

interface CustomRolesSectionProps {
  me: Me;
  onCreate: () => void;
}

/** The custom roles of the organization, what they give, and to how many. */
export const CustomRolesSection = ({ me, onCreate }: CustomRolesSectionProps) => {
  const { t } = useTranslation();
  const manages = may(me, 'roles.manage');
  const [task, setTask] = useState<{ name: CustomRoleCommand; roleId: string }>();
  const query = useQuery(
    useTRPC().customRoles.listCustomRoles.queryOptions({ tenant_id: me.tenant_id, limit: customRoleLimits.perTenant }),
  );
  // As it is now: a form takes over what others change of it meanwhile.
  const chosen = query.data?.custom_roles.find(({ role_id }) => role_id === task?.roleId);
  const close = () => setTask(undefined);
  const isEmpty = query.data?.total === 0;
  const create = manages && (
    <DisabledWithReason reason={tooManyCustomRoles(query.data?.total, t)}>
      <Button
        variant={isEmpty ? 'filled' : 'default'}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={onCreate}
      >
        {t('team.customRoles.create.open')}
      </Button>
    </DisabledWithReason>
  );
  return (
    <Section
      isTab="phone"
      id="custom-roles"
      title={t('team.customRoles.title')}
      lead={t('team.customRoles.lead')}
      actions={!isEmpty && create}
    >
      <QueryBoundary state={query} subject={t('team.customRoles.what')}>
        {({ custom_roles }) =>
          custom_roles.length === 0 ? (
            <EmptyState icon={<IconShieldPlus />} title={t('team.customRoles.none.title')} action={create}>
              {t(manages ? 'team.customRoles.none.text' : 'team.customRoles.none.others')}
            </EmptyState>
          ) : (
            <RowList label={t('team.customRoles.title')}>
              {custom_roles.map((role) => (
                <RoleRow
                  key={role.role_id}
                  me={me}
                  role={role}
                  onStart={(name) => setTask({ name, roleId: role.role_id })}
                />
              ))}
            </RowList>
          )
        }
      </QueryBoundary>
      {chosen && (
        <>
          <EditCustomRoleDialog me={me} role={chosen} opened={task?.name === 'edit'} onClose={close} />
          <DeleteCustomRoleDialog me={me} role={chosen} opened={task?.name === 'delete'} onClose={close} />
        </>
      )}
    </Section>
  );
};

interface RoleRowProps {
  me: Me;
  role: CustomRole;
  onStart: (name: CustomRoleCommand) => void;
}

const RoleRow = ({ me, role, onStart }: RoleRowProps) => {
  const { t } = useTranslation();
  const offers = offersFor(customRoleCommands, me, role, t);
  return (
    <li className="list-row">
      <Box flex="1 1 180px" miw={0}>
        <Text size="sm" fw={600} className="break-anywhere">
          {role.name}
        </Text>
        <Text size="xs" c="dimmed" className="break-anywhere">
          {role.description}
        </Text>
      </Box>
      <Box flex="2 1 260px">
        <PermissionList permissions={role.permissions} />
      </Box>
      <Box flex="1 1 120px">
        {holdersOf(role, t).map((text) => (
          <Text key={text} size="sm" c="dimmed">
            {text}
          </Text>
        ))}
      </Box>
      {offers.length > 0 && (
        <MoreMenu name={role.name}>
          <CommandItems offers={offers} onStart={onStart} />
        </MoreMenu>
      )}
    </li>
  );
};
