/** How a translator puts an element in the place of a text. */
export type TranslatorStyle = 'replaces' | 'inserts and removes' | 'wraps';

/**
 * Translates a page, and what is added to it, as browsers and their extensions do: an element takes the place of each text. The words stay the
 * same, so that tests find them. Runs in a page, so it uses nothing from outside.
 * @returns ends it
 */
export const translate = (page: Node, style: TranslatorStyle): (() => void) => {
  const untranslated = 'script, style, noscript, textarea, option, title, font, svg';

  const inFont = (text: Text): void => {
    const font = document.createElement('font');
    const inner = font.appendChild(document.createElement('font'));
    if (style === 'wraps') {
      text.before(font);
      inner.append(text);
      return;
    }
    inner.textContent = text.data;
    if (style === 'replaces') {
      text.replaceWith(font);
      return;
    }
    text.before(font);
    text.remove();
  };

  const visit = (node: Node): void => {
    if (node.nodeType === Node.ELEMENT_NODE) {
      if ((node as Element).closest(untranslated)) return;
      for (const child of [...node.childNodes]) visit(child);
    } else if (node.nodeType === Node.TEXT_NODE && (node as Text).data.trim() !== '') {
      if (node.parentElement && !node.parentElement.closest(untranslated)) inFont(node as Text);
    }
  };

  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node.isConnected) visit(node);
  });
  visit(page);
  observer.observe(page, { childList: true, subtree: true });
  return () => observer.disconnect();
};
