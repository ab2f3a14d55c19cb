import type { JSX } from 'react';
import { statusSign } from '../words/status-sign.ts';
import { StatusMark } from './status-mark.tsx';

export interface StatusBadgeProps {
  readonly status: string;
  /** Without colour, as for a superseded attempt. */
  readonly past?: boolean;
}

/** A status by its shape, its label and its colour. */
export const StatusBadge = ({ status, past = false }: StatusBadgeProps): JSX.Element => {
  const { label, colour } = statusSign(status);
  return (
    <span className="witness-badge" data-colour={past ? 'none' : colour} data-status={status}>
      <StatusMark status={status} /> {label}
    </span>
  );
};
