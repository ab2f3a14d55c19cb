/** Connects over a transport of its SDK, and notes what it is told. */
export type Connect = (transport: unknown, told: unknown[]) => Promise<unknown>;

/** By what a client is called in a title. */
export declare const askingClients: Readonly<
  Record<'the first SDK' | 'the second SDK, legacy' | 'the second SDK, modern', Connect>
>;

export interface Journey {
  /** What was seen on it, in order. */
  readonly told: readonly (readonly [string, unknown])[];
  readonly calls: number;
}

export declare function journey(connect: Connect, transport: unknown, large: number): Promise<Journey>;
