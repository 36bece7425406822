import { Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../api/context.tsx';
import { Section } from '../../components/page.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { useFirstSteps } from './use-first-steps.ts';
import { useAttention } from './use-overview.ts';

/** What waits for this user, each with a link to where it is settled; nothing if all is well. */
export const Attention = ({ me }: { me: Me }) =>
  me.preferences.show_onboarding ? <BesideFirstSteps me={me} /> : <Items me={me} />;

/** The mail server is a step above. */
const BesideFirstSteps = ({ me }: { me: Me }) => {
  const steps = useFirstSteps(me);
  const isStep = steps?.some(({ name, isDone }) => name === 'mailServer' && !isDone);
  return <Items me={me} {...(isStep && { except: 'held' })} />;
};

const Items = ({ me, except }: { me: Me; except?: 'held' }) => {
  const { t } = useTranslation();
  const items = useAttention(me).filter(({ name }) => name !== except);
  if (items.length === 0) return null;
  return (
    <Section title={t('dashboard.attention.title')}>
      <ul className="plain-list">
        {items.map(({ name, count, link, ...item }) => (
          <Group key={name} component="li" gap="xs" wrap="nowrap" align="flex-start">
            <IconAlertTriangle size={20} color="var(--mantine-color-yellow-light-color)" aria-hidden />
            <Text size="sm">
              {t(`dashboard.attention.${name}.what`, { count, server: 'server' in item ? item.server : '' })}{' '}
              <AnchorLink {...link} fw={600} size="sm" underline="always">
                {t(`dashboard.attention.${name}.link`)}
              </AnchorLink>
            </Text>
          </Group>
        ))}
      </ul>
    </Section>
  );
};
