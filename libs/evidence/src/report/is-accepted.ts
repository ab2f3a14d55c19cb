import type { Entry } from '../events/vocabulary.ts';

/** Whether an agent accepts such an attempt, by an answer: nobody answers a passthrough, nor a server that reports itself. */
export const isAccepted = (entry: Entry): boolean => entry !== 'passthrough' && entry !== 'observed';
