import { h } from './dom.ts';

/** What a page may do with the place it is shown in. */
export interface Page {
  /** Aborts when another page takes the place. */
  readonly signal: AbortSignal;
  show(title: string, ...content: readonly Node[]): void;
  /** Says it to assistive technology, politely. */
  announce(text: string): void;
  /** Shows why it could not load, unless the page is gone. */
  readonly fail: (error: unknown) => void;
}

export const pageIn = (root: HTMLElement, announcer: HTMLElement, signal: AbortSignal): Page => {
  const show: Page['show'] = (title, ...content) => {
    document.title = `${title} · Witness`;
    root.replaceChildren(h('h1', {}, title), ...content);
  };
  return {
    signal,
    show,
    announce: (text) => {
      announcer.textContent = text;
    },
    fail: (error) => {
      if (signal.aborted) return;
      root.querySelector('.trouble')?.remove();
      const message = error instanceof Error ? error.message : String(error);
      root.append(h('p', { class: 'error trouble', role: 'alert' }, message));
    },
  };
};
