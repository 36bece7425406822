import { Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Role, roles } from '#shared/rules/roles.ts';
import type { Me } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ImmediateSelect } from '../../components/immediate-select.tsx';
import { choiceParam } from '../../search-params.ts';
import { type Member, roleChangeDisabledReason, roleChangeWarnings, roleChoices } from './team.logic.ts';
import { useRoleChange } from './use-role-change.ts';

/** A member's role, edited in place; asks first if the change can't be undone. */
export const RoleSelect = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Role>();
  const select = useRef<HTMLSelectElement>(null);
  const { change, changeOrTell } = useRoleChange(me);
  const choose = (role: Role) => {
    if (roleChangeWarnings(me, member, role, t).length > 0) setAsked(role);
    else void changeOrTell(member, role);
  };
  const disabledReason = roleChangeDisabledReason(me, member, t);
  if (disabledReason !== undefined) {
    return (
      <Text size="sm" w="fit-content">
        {t(`team.roles.${member.role}`)}
      </Text>
    );
  }
  return (
    <>
      <ImmediateSelect
        ref={select}
        aria-label={t('team.role.of', { name: member.name })}
        className="quiet-select"
        size="xs"
        value={member.role}
        data={roleChoices(me, member.role, t)}
        onChange={(event) => {
          const role = choiceParam(event.currentTarget.value, roles);
          if (role) choose(role);
        }}
      />
      {/* A page has many of these, so mount the dialog only when needed. It then can't know where focus was before. */}
      {asked !== undefined && (
        <ConfirmDialog
          opened
          onClose={() => {
            setAsked(undefined);
            select.current?.focus();
          }}
          isReversible={member.user_id !== me.user_id}
          title={t('team.role.ask', { name: member.name, role: t(`roles.article.${asked}`) })}
          consequences={roleChangeWarnings(me, member, asked, t)}
          action={t('team.role.action')}
          onConfirm={() => change(member, asked)}
        />
      )}
    </>
  );
};
