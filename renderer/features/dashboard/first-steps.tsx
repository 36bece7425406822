import { Button, List } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { may, type Permission } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import { type Me, useRefreshMe, useTRPC } from '../../api/context.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import type { Translate } from '../../languages/translate.ts';
import { paths } from '../../paths.ts';

/** Getting-started list; permanently hidden once dismissed (the contract's `show_onboarding`). */
export const FirstSteps = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const refreshMe = useRefreshMe();
  const dismiss = useMutation(
    trpc.profile.updateMe.mutationOptions({
      onSuccess: refreshMe,
      onError: (error) => notifyFailure(t('dashboard.firstSteps.notHidden'), error),
    }),
  );
  if (!me.preferences.show_onboarding) return null;
  return (
    <Section
      title={t('dashboard.firstSteps.title')}
      actions={
        <Button
          variant="default"
          size="xs"
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate({ preferences: { show_onboarding: false } })}
        >
          {t('dashboard.firstSteps.hide')}
        </Button>
      }
    >
      <List spacing="xs" size="sm">
        {firstSteps(me.role, t).map(({ label, link, why }) => (
          <List.Item key={label}>
            <AnchorLink {...link} fw={500} size="sm" underline="always">
              {label}
            </AnchorLink>
            {` – ${why}`}
          </List.Item>
        ))}
      </List>
    </Section>
  );
};

const steps = [
  { step: 'preferences', link: paths.preferences, allow: 'self' },
  { step: 'workspace', link: paths.newWorkspace, allow: 'workspaces.manage' },
  { step: 'team', link: paths.invite, allow: 'team.manage' },
  { step: 'sessions', link: paths.sessions, allow: 'self' },
] as const satisfies readonly { step: string; link: { to: string }; allow: Permission }[];

/** The recommended first steps that a role can take. */
const firstSteps = (role: Role, t: Translate) =>
  steps
    .filter(({ allow }) => may(role, allow))
    .map(({ step, link }) => ({
      link,
      label: t(`dashboard.firstSteps.${step}.label`),
      why: t(`dashboard.firstSteps.${step}.why`),
    }));
