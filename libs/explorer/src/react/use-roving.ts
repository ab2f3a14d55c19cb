import { useState, type KeyboardEvent } from 'react';

interface Item {
  readonly 'data-roving': '';
  readonly tabIndex: 0 | -1;
  readonly onFocus: () => void;
}

/** Keys of a list whose items are one stop of the Tab key, and arrows, Home and End move between them. */
export interface Roving {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly item: (key: string) => Item;
}

const isBackwards = (element: HTMLElement): boolean => getComputedStyle(element).direction === 'rtl';

/** Which item a key leads to, from the one at `index`; null for any other key. */
const target = (event: KeyboardEvent<HTMLElement>, index: number, last: number): number | null => {
  const forwards = isBackwards(event.currentTarget) ? 'ArrowLeft' : 'ArrowRight';
  const back = isBackwards(event.currentTarget) ? 'ArrowRight' : 'ArrowLeft';
  switch (event.key) {
    case 'ArrowDown':
    case forwards:
      return Math.min(index + 1, last);
    case 'ArrowUp':
    case back:
      return Math.max(index - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
};

const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-roving]')];
  const index = items.indexOf(event.target as HTMLElement);
  if (index === -1) return;
  const next = target(event, index, items.length - 1);
  if (next === null) return;
  event.preventDefault();
  items[next]?.focus();
};

/** The item that Tab reaches is the one last focused, otherwise the preferred one, otherwise the first. */
export const useRoving = (keys: readonly string[], preferred: string | null): Roving => {
  const [focused, setFocused] = useState<string | null>(null);
  const stop = [focused, preferred].find((key) => key !== null && keys.includes(key)) ?? keys[0];
  return {
    onKeyDown,
    item: (key) => ({
      'data-roving': '',
      tabIndex: key === stop ? 0 : -1,
      onFocus: () => {
        setFocused(key);
      },
    }),
  };
};
