import { Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../api/context.tsx';
import { Section } from '../../components/page.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { useAttention } from './use-overview.ts';

/** What waits for this user, each with a link to where it is settled; nothing if all is well. */
export const Attention = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const items = useAttention(me);
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
