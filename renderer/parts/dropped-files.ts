const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/** A field for files takes them itself. */
const isTaken = ({ target }: DragEvent): boolean => target instanceof HTMLInputElement && target.type === 'file';

/** Keeps a file that is dropped beside what takes one from replacing the page, with all that was entered. */
export const keepFromDroppedFiles = (page: Document): void => {
  const refuse = (event: DragEvent): void => {
    if (!hasFiles(event) || isTaken(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  };
  page.addEventListener('dragover', refuse);
  page.addEventListener('drop', refuse);
};
