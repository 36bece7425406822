import type { MouseEvent, ReactElement } from 'react';
import { cloneElement, lazy, Suspense } from 'react';
import { loadPart } from '../parts/page.ts';

/** Props that every button, item and switch of the library accepts. */
interface Pressable {
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  'aria-disabled'?: boolean;
  'data-disabled'?: boolean;
}

interface DisabledWithReasonProps {
  /** Why the control is disabled; undefined if it isn't. */
  reason: string | undefined;
  children: ReactElement<Pressable>;
}

/** Most controls are enabled, so load the tooltip only when there is a reason. */
const ReasonTooltip = lazy(async () => ({
  default: (await loadPart(() => import('./reason-tooltip.tsx'))).ReasonTooltip,
}));

/**
 * Keeps a disabled control reachable so that keyboard and screen reader users learn the reason too; `disabled` would
 * remove it from the tab order and suppress the tooltip.
 */
export const DisabledWithReason = ({ reason, children }: DisabledWithReasonProps) => {
  if (reason === undefined) return children;
  const stop = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const held = cloneElement(children, { 'aria-disabled': true, 'data-disabled': true, onClick: stop });
  return (
    <Suspense fallback={held}>
      <ReasonTooltip reason={reason}>{held}</ReasonTooltip>
    </Suspense>
  );
};
