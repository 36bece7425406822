import { useTranslation } from 'react-i18next';
import type { Me } from '../../api/context.tsx';
import { Section } from '../../components/page.tsx';
import { memberRolesDisabledReason } from './custom-roles.logic.ts';
import { HeldCustomRoles } from './held-custom-roles.tsx';
import type { Member } from './team.logic.ts';

/** The custom roles of a member, their own and those of their groups. */
export const MemberCustomRoles = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  return (
    <Section id="custom-roles" title={t('team.customRoles.title')}>
      <HeldCustomRoles
        me={me}
        holder={{ id: member.user_id, name: member.name }}
        disabledReason={memberRolesDisabledReason(me, member, t)}
      />
    </Section>
  );
};
