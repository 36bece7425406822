import type { MouseEvent, ReactElement } from 'react';
import { cloneElement, lazy, Suspense } from 'react';

/** What every button, item and switch of the library accepts. */
interface Pressable {
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  'aria-disabled'?: boolean;
  'data-disabled'?: boolean;
}

interface DisabledWithReasonProps {
  /** Why the control may not be used; undefined where it may. */
  reason: string | undefined;
  children: ReactElement<Pressable>;
}

/** Most controls may be used: what tells reasons is fetched where there is one. */
const ReasonTooltip = lazy(async () => ({ default: (await import('./reason-tooltip.tsx')).ReasonTooltip }));

/**
 * A control that may not be used stays reachable, so that keyboard and screen reader learn the reason too; `disabled`
 * would take it out of the tab order and silence the tooltip.
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
