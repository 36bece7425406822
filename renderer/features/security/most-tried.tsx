import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../components/page.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { RowList } from '../../components/row-list.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { paths } from '../../paths.ts';
import type { SecurityOverview } from './overview.logic.ts';

/** The accounts with the most failed sign-ins, and how many attempts got past the password. */
export const MostTried = ({ accounts }: { accounts: SecurityOverview['failures']['most_tried'] }) => {
  const { t } = useTranslation();
  return (
    <Section title={t('security.overview.mostTried.title')} lead={t('security.overview.mostTried.lead')}>
      {accounts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('security.overview.mostTried.none')}
        </Text>
      ) : (
        <RowList label={t('security.overview.mostTried.title')}>
          {accounts.map(({ user_id, name, failures, wrong_codes, last_failed }) => (
            <li key={user_id} className="list-row">
              <div style={{ flex: '1 1 180px' }}>
                <AnchorLink {...paths.member(user_id)} size="sm" className="break-anywhere">
                  {name}
                </AnchorLink>
                <Text size="xs" c="dimmed">
                  {wrong_codes > 0
                    ? t('security.overview.mostTried.codes', { count: wrong_codes })
                    : richText({ when: <Timestamp value={last_failed} /> }, (marks) =>
                        t('security.overview.mostTried.last', marks),
                      )}
                </Text>
              </div>
              <Text size="sm" component="span" className="figures">
                {t('security.overview.mostTried.failures', { count: failures })}
              </Text>
            </li>
          ))}
        </RowList>
      )}
    </Section>
  );
};
