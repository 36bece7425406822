import { useTranslation } from 'react-i18next';
import { notifyDone, notifyFailure, notifyPartly } from './notify.tsx';
import { notifyUndoable } from './undo-notice.tsx';

interface Undoable {
  /** Whether it changed something. What someone else has done meanwhile, nobody here can undo. */
  change: () => Promise<boolean>;
  done: string;
  failed: string;
  /** Whether everything is as it was. */
  undo: () => Promise<boolean>;
  undone: string;
}

/** Changes without a question what can be taken back, and offers that for a while. */
export const useUndoable = () => {
  const { t } = useTranslation();
  const takeBack = async ({ undo, undone }: Undoable): Promise<void> => {
    try {
      if (await undo()) notifyDone(undone);
      else notifyPartly(t('components.undo.failed'), t('components.undo.changed'));
    } catch (error) {
      notifyFailure(t('components.undo.failed'), error);
    }
  };
  return async (act: Undoable): Promise<void> => {
    try {
      if (await act.change()) notifyUndoable(act.done, () => void takeBack(act));
    } catch (error) {
      notifyFailure(act.failed, error);
    }
  };
};
