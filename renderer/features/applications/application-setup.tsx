import { Code, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepsSecret, signsInItself } from '#shared/rules/applications.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { CopyField } from '../../components/copy-field.tsx';
import { Section } from '../../components/page.tsx';
import { CalendarDate } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import type { Application } from './applications.logic.ts';
import { discoveryOf, secretPlaceholder, setupsFor, type Tried } from './setup.logic.ts';

const HowTried = ({ tried }: { tried: Tried | undefined }) => {
  const { t } = useTranslation();
  if (tried === undefined) return t('applications.setup.notTried');
  const { version, byHandOn } = tried;
  if (byHandOn === undefined) return t('applications.setup.tried', { version });
  return richText({ date: <CalendarDate value={byHandOn} /> }, (marks) =>
    t('applications.setup.triedByHand', { version, ...marks }),
  );
};

/** How a program is set up for the application, with its own values. */
export const ApplicationSetup = ({ application }: { application: Application }) => {
  const { t } = useTranslation();
  const { issuer, kind } = application;
  const [chosen, setChosen] = useState(0);
  if (issuer === null) return null;
  const setups = setupsFor(application, issuer);
  const setup = setups[chosen] ?? setups[0];
  const itself = signsInItself(kind);
  return (
    <Section
      id="setup"
      title={t('applications.setup.title')}
      lead={t(itself ? 'applications.setup.lead' : 'applications.setup.leadProxied')}
    >
      <Stack>
        {itself && <CopyField isFact label={t('applications.setup.discovery')} value={discoveryOf(issuer)} />}
        {setups.length > 1 && (
          <NativeSelect
            label={t('applications.setup.program')}
            maw={340}
            data={setups.map(({ name }, at) => ({ value: String(at), label: name ?? t('applications.setup.other') }))}
            value={String(chosen)}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
          />
        )}
        {setup && (
          <>
            <Code block tabIndex={0}>
              {setup.example}
            </Code>
            <Group justify="space-between" gap="sm">
              <Text size="xs" c="dimmed">
                <HowTried tried={setup.tried} />
              </Text>
              <CopyButton size="xs" value={setup.example} />
            </Group>
            {keepsSecret(kind) && (
              <Text size="sm" c="dimmed">
                {t('applications.setup.secret', { placeholder: secretPlaceholder })}
              </Text>
            )}
          </>
        )}
      </Stack>
    </Section>
  );
};
