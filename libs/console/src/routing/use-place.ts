import { useMemo, useSyncExternalStore } from 'react';
import { type Place, readPlace } from './place.ts';

const listen = (heard: () => void): (() => void) => {
  window.addEventListener('hashchange', heard);
  return () => {
    window.removeEventListener('hashchange', heard);
  };
};

const hashNow = (): string => location.hash;

/** The place that the address bar names. */
export const usePlace = (): Place => {
  const hash = useSyncExternalStore(listen, hashNow);
  return useMemo(() => readPlace(hash), [hash]);
};

/** Goes to an address in the place of the present one: going back leaves the page, as if the one before had not been. */
export const replacePlace = (href: string): void => {
  if (href === location.hash) return;
  history.replaceState(null, '', href);
  window.dispatchEvent(new Event('hashchange'));
};
