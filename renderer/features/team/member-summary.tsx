import { Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../api/context.tsx';
import { CopyField } from '../../components/copy-field.tsx';
import { Facts } from '../../components/facts.tsx';
import { Section } from '../../components/page.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { GuestBadge } from './guest-badge.tsx';
import { StatusBadge } from './members-table.tsx';
import { RoleSelect } from './role-select.tsx';
import type { MemberDetails } from './team.logic.ts';

/** Who a member is, at a glance. */
export const MemberSummary = ({ me, member }: { me: Me; member: MemberDetails }) => {
  const { t } = useTranslation();
  return (
    <Section title={t('team.member.membership')}>
      <Stack gap="md">
        <Group gap="sm" wrap="nowrap">
          <PersonAvatar name={member.name} size={48} radius="xl" aria-hidden />
          <Group gap="xs">
            <StatusBadge status={member.status} />
            <GuestBadge guest={member.guest} />
          </Group>
        </Group>
        <Facts
          cols={2}
          rows={[
            { name: t('team.members.columns.role'), value: <RoleSelect me={me} member={member} /> },
            { name: t('team.members.columns.lastLogin'), value: <Timestamp value={member.last_login} /> },
            { name: t('team.member.joined'), value: <Timestamp value={member.created_at} show="date" /> },
          ]}
        />
        <CopyField label={t('team.member.id')} value={member.user_id} isFact />
      </Stack>
    </Section>
  );
};
