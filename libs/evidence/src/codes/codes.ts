import { findingCodes } from './findings.ts';
import { reasonCodes } from './reasons.ts';

/** Reason and finding codes: one tree, each leaf the text on the wire. */
export const codes = { reason: reasonCodes, finding: findingCodes } as const;

type Leaf<Tree> = Tree extends string ? Tree : { [Key in keyof Tree]: Leaf<Tree[Key]> }[keyof Tree];

/** A reason code that we raise. */
export type ReasonCode = Leaf<typeof reasonCodes>;

/** A finding code that we raise. */
export type FindingCode = Leaf<typeof findingCodes>;
