import { useLayoutEffect, useRef, type FocusEvent, type FocusEventHandler, type RefObject } from 'react';

/** For the element that keeps it. */
export interface KeptFocus {
  readonly onFocus: FocusEventHandler;
  readonly onBlur: FocusEventHandler;
}

const hasFocus = (frame: Element): boolean =>
  frame.contains((frame.getRootNode() as Document | ShadowRoot).activeElement);

/**
 * What had the focus may be gone with a live update; the frame takes it then, so that keys go on working there. React tells
 * of no focus that is lost while it changes the page: whoever is told of one has moved it.
 */
export function useKeptFocus(frame: RefObject<HTMLElement | null>): KeptFocus {
  const had = useRef(false);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element !== null && had.current && !hasFocus(element)) element.focus({ preventScroll: true });
  });
  return {
    // What a child shows elsewhere, as a dialog, is a child here too, and not within the frame.
    onFocus({ target }: FocusEvent) {
      had.current = frame.current?.contains(target) ?? false;
    },
    onBlur({ relatedTarget }: FocusEvent) {
      const element = frame.current;
      had.current = element !== null && (hasFocus(element) || element.contains(relatedTarget));
    },
  };
}
