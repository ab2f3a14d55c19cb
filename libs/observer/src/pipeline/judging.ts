import type { Containing } from '../hooks/contain.ts';
import type { Hooks } from '../hooks/hooks.ts';
import type { Allowed } from '../privacy/allowed.ts';
import type { Redaction } from '../privacy/redaction.ts';
import type { OwnParts } from './own-parts.ts';

/** What decides of an event. */
export interface Judging {
  readonly hooks: Hooks;
  readonly allowed: Allowed;
  readonly redaction: Redaction;
  readonly containing: Containing;
  readonly own: OwnParts;
}
