import { Button, List } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { firstSteps } from './first-steps.logic.ts';

/** Getting-started list; permanently hidden once dismissed (the contract's `show_onboarding`). */
export const FirstSteps = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const dismiss = useMutation(
    trpc.profile.updateMe.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.profile.getMe.queryFilter()),
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
