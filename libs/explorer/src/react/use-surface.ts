import { useSyncExternalStore } from 'react';

/** What the explorer opens in. `dialog` has two panes; the drawers go from page to page. */
export type Surface = 'dialog' | 'tablet' | 'phone';

/** Narrower than two panes need. */
const narrow = '(max-width: 43.99rem)';
const coarse = '(pointer: coarse), (hover: none)';

const queries = [narrow, coarse];

const subscribe = (changed: () => void): (() => void) => {
  const lists = queries.map((query) => matchMedia(query));
  for (const list of lists) list.addEventListener('change', changed);
  return () => {
    for (const list of lists) list.removeEventListener('change', changed);
  };
};

const read = (): Surface => {
  if (matchMedia(narrow).matches) return 'phone';
  return matchMedia(coarse).matches ? 'tablet' : 'dialog';
};

/** The surface for this window and pointer; it follows both. */
export const useSurface = (): Surface => useSyncExternalStore(subscribe, read, () => 'dialog');
