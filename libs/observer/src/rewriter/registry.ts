/** What a tool was listed with that is ours. */
export interface Listed {
  /** It takes a handle. */
  readonly handle: boolean;
  /** It takes the name of an agent. */
  readonly agent: boolean;
  /** Its structured results are declared to hold the handle. */
  readonly mirror: boolean;
}

/**
 * What is known of the server's tools: as one instance listed them, and as any did. Pages add to it and replace no other
 * page; an instance that is made for one request knows what those before it listed.
 */
export interface Registry {
  list(transport: object, tool: string, listed: Listed): void;
  /** As this very instance listed it. */
  ofInstance(transport: object, tool: string): Listed | null;
  /** As any instance listed it last. */
  ofAny(tool: string): Listed | null;
  /** A list went out with the tool that is ours. */
  offer(): void;
  readonly isOffered: boolean;
}

const MOST_TOOLS = 8_192;

export function createRegistry(): Registry {
  const instances = new WeakMap<object, Map<string, Listed>>();
  const any = new Map<string, Listed>();
  let isOffered = false;
  return {
    offer() {
      isOffered = true;
    },
    get isOffered() {
      return isOffered;
    },
    list(transport, tool, listed) {
      const own = instances.get(transport) ?? new Map<string, Listed>();
      instances.set(transport, own);
      for (const known of [own, any]) {
        if (known.size >= MOST_TOOLS && !known.has(tool)) known.clear();
        known.set(tool, listed);
      }
    },
    ofInstance: (transport, tool) => instances.get(transport)?.get(tool) ?? null,
    ofAny: (tool) => any.get(tool) ?? null,
  };
}
