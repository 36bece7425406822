import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useRefreshMe, useTRPC } from '../../api/context.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { useFirstSteps } from './use-first-steps.ts';

/** Getting-started list that ticks itself; hidden once all is done, or dismissed (the contract's `show_onboarding`). */
export const FirstSteps = ({ me }: { me: Me }) => (me.preferences.show_onboarding ? <Steps me={me} /> : null);

const Steps = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const refreshMe = useRefreshMe();
  const steps = useFirstSteps(me);
  const dismiss = useMutation(
    trpc.profile.updateMe.mutationOptions({
      onSuccess: refreshMe,
      onError: (error) => notifyFailure(t('dashboard.firstSteps.notHidden'), error),
    }),
  );
  const done = steps?.filter(({ isDone }) => isDone).length;
  if (steps === undefined || done === steps.length) return null;
  return (
    <Section
      title={t('dashboard.firstSteps.title')}
      lead={t('dashboard.firstSteps.progress', { done, total: steps.length })}
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
      <ul className="plain-list">
        {steps.map(({ name, link, isDone }) => (
          <Group key={name} component="li" gap="xs" wrap="nowrap" align="flex-start">
            {isDone ? (
              <IconCircleCheckFilled size={20} color="var(--mantine-color-anchor)" aria-hidden />
            ) : (
              <IconCircleDashed size={20} color="var(--mantine-color-dimmed)" aria-hidden />
            )}
            {isDone ? (
              <Text size="sm" c="dimmed">
                {t(`dashboard.firstSteps.${name}.label`)}
                <VisuallyHidden> {t('dashboard.firstSteps.done')}</VisuallyHidden>
              </Text>
            ) : (
              <Text size="sm">
                <AnchorLink {...link} fw={600} size="sm" underline="always">
                  {t(`dashboard.firstSteps.${name}.label`)}
                </AnchorLink>
                {` – ${t(`dashboard.firstSteps.${name}.why`)}`}
              </Text>
            )}
          </Group>
        ))}
      </ul>
    </Section>
  );
};
