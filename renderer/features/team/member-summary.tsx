import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../api/context.tsx';
import { CopyField } from '../../components/copy-field.tsx';
import { Facts } from '../../components/facts.tsx';
import { Section } from '../../components/page.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { RoleSelect } from './role-select.tsx';
import type { MemberDetails } from './team.logic.ts';

/** Since when a member belongs to the organization, and as what. */
export const MemberSummary = ({ me, member }: { me: Me; member: MemberDetails }) => {
  const { t } = useTranslation();
  return (
    <Section title={t('team.member.membership')}>
      <Stack gap="md">
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
