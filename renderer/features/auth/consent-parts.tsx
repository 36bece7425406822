import { Button, Group, List, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account, Decision } from '../../api/application-requests.ts';
import { scopeTexts } from './consent.logic.ts';

/** @param children the way to another account */
export const SignedInAs = ({ account, children }: { account: Account; children: ReactNode }) => {
  const { t } = useTranslation();
  return (
    <div>
      <Text size="sm" c="dimmed">
        {t('auth.application.consent.as')}
      </Text>
      <Text fw={600} className="break-anywhere">
        {account.name}
      </Text>
      <Text size="sm" className="break-anywhere">
        {account.email}
      </Text>
      {children}
    </div>
  );
};

/** What an application learns, in plain words. */
export const Learned = ({ lead, scopes }: { lead: string; scopes: readonly string[] }) => {
  const { t } = useTranslation();
  const leadId = useId();
  return (
    <div>
      <Text size="sm" fw={600} mb="xs" id={leadId} className="break-anywhere">
        {lead}
      </Text>
      <List size="sm" spacing={4} aria-labelledby={leadId}>
        {scopeTexts(scopes, t).map((text) => (
          <List.Item key={text} className="break-anywhere">
            {text}
          </List.Item>
        ))}
      </List>
    </div>
  );
};

interface DecisionButtonsProps {
  /** What was decided, unless that failed. */
  decided: Decision | undefined;
  onDecide: (decision: Decision) => void;
}

export const DecisionButtons = ({ decided, onDecide }: DecisionButtonsProps) => {
  const { t } = useTranslation();
  const decide = (decision: Decision) => () => {
    if (decided === undefined) onDecide(decision);
  };
  return (
    <Group grow>
      <Button variant="default" loading={decided === 'refuse'} onClick={decide('refuse')}>
        {t('common.cancel')}
      </Button>
      <Button loading={decided === 'go-on'} onClick={decide('go-on')}>
        {t('auth.application.consent.allow')}
      </Button>
    </Group>
  );
};
