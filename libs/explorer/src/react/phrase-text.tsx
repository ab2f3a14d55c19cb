import { Fragment, type JSX } from 'react';
import type { Phrase } from '../words/phrase.ts';
import { Time } from './time.tsx';

/** A phrase with its instants as times. */
export const PhraseText = ({ phrase }: { readonly phrase: Phrase }): JSX.Element => (
  <>
    {phrase.map((part, index) => (
      <Fragment key={index}>{typeof part === 'string' ? part : <Time instant={part.instant} />}</Fragment>
    ))}
  </>
);
