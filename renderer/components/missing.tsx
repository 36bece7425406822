import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { paths } from '../paths.ts';
import { EmptyState } from './query-boundary.tsx';
import { ButtonLink } from './router-link.tsx';

interface MissingProps {
  icon: ReactNode;
  /** `Group not found`. */
  title: string;
  /** What may have happened, if more than an outdated link or a mistyped address. */
  text?: string;
  /** The list that it would be in, and the words that lead there. */
  list: (typeof paths)['team' | 'groups' | 'workspaces' | 'applications' | 'events' | 'hosting'];
  back: string;
}

/** Instead of a page about one thing, such as a group, if its address leads to none. Nothing has failed, so it is no alert. */
export const Missing = ({ icon, title, text, list, back }: MissingProps) => {
  const { t } = useTranslation();
  return (
    <div className="surface">
      <EmptyState
        icon={icon}
        title={title}
        action={
          <ButtonLink {...list} variant="default">
            {back}
          </ButtonLink>
        }
      >
        {text ?? t('components.notFound.text')}
      </EmptyState>
    </div>
  );
};
