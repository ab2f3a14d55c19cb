import { useEffect, type ReactNode } from 'react';

interface PageFrameProps {
  readonly title: string;
  /** What the window is called, where the title says it too shortly. */
  readonly windowTitle?: string;
  /** Beside the title: a mark, a state. */
  readonly beside?: ReactNode;
  /** Where one came from. */
  readonly way?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its one heading, and what is in it. */
export const PageFrame = ({ title, windowTitle, beside, way, children }: PageFrameProps): ReactNode => {
  useEffect(() => {
    document.title = `${windowTitle ?? title} · Witness`;
  }, [title, windowTitle]);
  return (
    <>
      {way === undefined ? null : <nav aria-label="Where this belongs">{way}</nav>}
      <header className="page-head">
        <h1>{title}</h1>
        {beside}
      </header>
      {children}
    </>
  );
};
