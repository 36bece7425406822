import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useTenant } from '../../api/context.tsx';
import { Section } from '../../components/page.tsx';
import { ChangeEmailForm, changeOutcomeOf } from './change-email-form.tsx';

export const EmailTab = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const outcome = changeOutcomeOf(useTenant(me)?.sends_email, may(me, 'mail.manage'));
  return (
    <Section title={t('profile.email.title')} lead={t('profile.email.lead', { email: me.email })}>
      <ChangeEmailForm outcome={outcome} />
    </Section>
  );
};
