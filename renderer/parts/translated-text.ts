/**
 * The element that a translator has put in the place of a text. React still holds the text, and changes or removes it as if it were
 * on the page.
 */
const standIns = new WeakMap<Node, ChildNode>();

/** The child of `parent` that shows a text which isn't its child any more, if any does. */
const shownIn = (parent: Node, text: Node): ChildNode | undefined => {
  const standIn = standIns.get(text);
  if (standIn?.parentNode === parent) return standIn;
  // Some translators wrap the text itself.
  let inside: Node | null = text;
  while (inside && inside.parentNode !== parent) inside = inside.parentNode;
  return (inside as ChildNode | null) ?? undefined;
};

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;

const isGone = (parent: Node, node: Node | null): node is Text =>
  node !== null && isText(node) && node.parentNode !== parent;

/** What a translator does to the page: texts of ours that others now stand for, and those that have changed since. */
const follow = (records: readonly MutationRecord[], observer: MutationObserver): void => {
  for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    if (type === 'characterData') {
      const standIn = standIns.get(target);
      if (target.parentNode || !standIn?.parentNode) continue;
      standIns.delete(target);
      // The translator sees the new text, and translates it again.
      standIn.replaceWith(target);
      continue;
    }
    for (const text of removedNodes) {
      if (!isText(text) || text.parentNode) continue;
      const standIn = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
      if (!standIn) continue;
      standIns.set(text, standIn as ChildNode);
      observer.observe(text, { characterData: true });
    }
  }
};

/**
 * Keeps the page right in browsers that translate it: they put elements in the place of texts, and React would throw where it
 * removes such a text, or change one that nobody sees.
 * @returns ends it
 */
export const keepTranslated = (page: Node): (() => void) => {
  const { removeChild, insertBefore, appendChild } = Node.prototype;

  /** Where a text moves, what stands for it doesn't stay behind. */
  const takeAlong = (text: Node): void => {
    standIns.get(text)?.remove();
    standIns.delete(text);
  };

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (!isGone(this, child)) return removeChild.call(this, child) as Child;
    shownIn(this, child)?.remove();
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null): Child {
    takeAlong(child);
    const place = isGone(this, before) ? (shownIn(this, before) ?? null) : before;
    return insertBefore.call(this, child, place) as Child;
  };
  Node.prototype.appendChild = function <Child extends Node>(this: Node, child: Child): Child {
    takeAlong(child);
    return appendChild.call(this, child) as Child;
  };
  const observer = new MutationObserver(follow);
  observer.observe(page, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    Object.assign(Node.prototype, { removeChild, insertBefore, appendChild });
  };
};
