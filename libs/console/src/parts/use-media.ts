import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, kept fresh. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    useCallback(
      (changed) => {
        const media = matchMedia(query);
        media.addEventListener('change', changed);
        return () => {
          media.removeEventListener('change', changed);
        };
      },
      [query],
    ),
    () => matchMedia(query).matches,
  );
