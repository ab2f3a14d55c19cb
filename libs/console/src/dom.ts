type Child = Node | string | null;

/** An element with attributes and children. Text is always text: nothing here is ever parsed as HTML. */
export const h = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== null));
  return element;
};

const keyed = (root: ParentNode): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-key]')];

/**
 * Puts new content in place of the old and keeps what the reader had: folds that were open or closed, and the focus.
 * Elements are recognised by their `data-key`.
 */
export const replaceContent = (root: HTMLElement, ...children: readonly Node[]): void => {
  const open = new Map(
    keyed(root).flatMap((element) =>
      element instanceof HTMLDetailsElement ? [[element.dataset.key, element.open] as const] : [],
    ),
  );
  const focused =
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
  root.replaceChildren(...children);
  for (const element of keyed(root)) {
    const key = element.dataset.key;
    if (element instanceof HTMLDetailsElement && open.has(key)) element.open = open.get(key) ?? false;
    if (focused !== undefined && key === focused) element.focus({ preventScroll: true });
  }
};
