/** Through a field, which browsers that give pages no clipboard copy from, such as over plain HTTP. */
const copySelected = (text: string): boolean => {
  const before = document.activeElement;
  const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true });
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Beside the button: a dialog takes the focus back from what is outside of it.
  (before?.closest('[role="dialog"]') ?? document.body).append(field);
  field.focus();
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
};

/** Copies a text. @returns whether the browser has done it */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Missing, or refused.
    return copySelected(text);
  }
};
