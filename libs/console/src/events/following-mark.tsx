import type { ReactNode } from 'react';
import { LiveMark } from '../parts/mark.tsx';
import type { Following } from './use-events.ts';

const words: Readonly<Record<Following, string>> = {
  connecting: 'Connecting …',
  following: 'Followed live',
  retrying: 'Reconnecting …',
  refused: 'Not followed',
};

export const FollowingMark = ({ state }: { readonly state: Following }): ReactNode => (
  <LiveMark live={state === 'following'}>{words[state]}</LiveMark>
);
