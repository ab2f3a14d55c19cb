import type { ReactNode } from 'react';

interface LiveMarkProps {
  readonly live: boolean;
  readonly children: ReactNode;
}

/** Whether something goes on, by a shape and in words. */
export const LiveMark = ({ live, children }: LiveMarkProps): ReactNode => (
  <span className={live ? 'live-mark' : 'live-mark off'}>{children}</span>
);
