import type { JSX } from 'react';
import { statusSign, type StatusShape } from '../words/status-sign.ts';

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 2 } as const;

const drawings: Readonly<Record<StatusShape, JSX.Element>> = {
  disc: <circle cx="6" cy="6" r="5" fill="currentColor" />,
  half: (
    <>
      <circle cx="6" cy="6" r="4" {...line} />
      <path d="M6 2a4 4 0 0 1 0 8z" fill="currentColor" />
    </>
  ),
  ring: <circle cx="6" cy="6" r="4" {...line} />,
  cross: <path d="M2 2l8 8M10 2l-8 8" {...line} strokeWidth={2.5} />,
  square: <rect x="2" y="2" width="8" height="8" {...line} />,
  dash: <path d="M1.5 6h9" {...line} strokeWidth={2.5} />,
  dots: <circle cx="6" cy="6" r="4" {...line} strokeDasharray="2 2" />,
};

/** The shape of a status, in the colour of the text around it. The label beside it says the same. */
export const StatusMark = ({ status }: { readonly status: string }): JSX.Element => (
  <svg className="witness-mark" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
    {drawings[statusSign(status).shape]}
  </svg>
);
