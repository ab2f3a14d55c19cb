import type { EvidenceEvent } from '@mcp-witness/evidence';

/** So many superseded attempts are kept, used last first: an agent may still be about to connect to one. */
const mostIdle = 32;
/** So many, though connections of theirs are open: a client that leaves without a word never closes one. */
const mostRetired = 256;

interface Held {
  readonly session_id: string;
  readonly directory: string;
  /** Seen open, and not closed since. */
  readonly connections: Set<string>;
  closed: boolean;
}

export interface Lifetimes {
  /** Every event of this process, in order. */
  readonly take: (event: EvidenceEvent) => void;
}

/** Attempts that were superseded or closed, in the order of their last use. */
interface Retired {
  readonly attempts: Map<string, Held>;
  /** Lets go of those that are too many. */
  readonly trim: () => void;
}

function createRetired(letGo: (attempt_id: string) => void): Retired {
  const attempts = new Map<string, Held>();
  return {
    attempts,
    trim() {
      for (const [attempt_id, { connections }] of attempts) {
        if (attempts.size <= mostIdle) return;
        if (connections.size === 0) letGo(attempt_id);
      }
      for (const attempt_id of attempts.keys()) {
        if (attempts.size <= mostRetired) return;
        letGo(attempt_id);
      }
    },
  };
}

/**
 * Decides from the evidence itself when what listens for an attempt, and what is remembered of it, is let go. An attempt
 * whose session the host closed goes at once, unless another session of the same directory is open: agents may share
 * connections between those. A superseded one goes when it is idle, none of its connections is open, and enough others were
 * superseded after it. `release` is called once for each.
 */
export function createLifetimes(release: (attempt_id: string) => void): Lifetimes {
  const held = new Map<string, Held>();
  const current = new Map<string, string>();
  const openIn = new Map<string, number>();
  const letGo = (attempt_id: string): void => {
    if (!held.delete(attempt_id)) return;
    retired.delete(attempt_id);
    release(attempt_id);
  };
  const { attempts: retired, trim } = createRetired(letGo);

  function retire(attempt_id: string): void {
    const one = held.get(attempt_id);
    if (one === undefined) return;
    const open = (openIn.get(one.directory) ?? 1) - 1;
    if (open > 0) openIn.set(one.directory, open);
    else openIn.delete(one.directory);
    retired.set(attempt_id, one);
  }

  function opened({
    attachment_attempt_id: id,
    data,
  }: Extract<EvidenceEvent, { type: 'attempt-started' }>): void {
    const { session_id } = data;
    const directory = data.working_directory ?? '';
    const before = current.get(session_id);
    held.set(id, { session_id, directory, connections: new Set(), closed: false });
    current.set(session_id, id);
    openIn.set(directory, (openIn.get(directory) ?? 0) + 1);
    if (before !== undefined) retire(before);
    trim();
  }

  function closed(attempt_id: string, one: Held): void {
    one.closed = true;
    if (current.get(one.session_id) === attempt_id) {
      current.delete(one.session_id);
      retire(attempt_id);
    }
    if (openIn.has(one.directory)) return;
    for (const [id, other] of retired) {
      if (other.closed && other.directory === one.directory) letGo(id);
    }
  }

  function used(event: EvidenceEvent, attempt_id: string, one: Held): void {
    const { type, data } = event;
    if (type === 'protocol-accepted' && data.connection_id) one.connections.add(data.connection_id);
    if (type === 'connection-closed') one.connections.delete(data.connection_id);
    if (!retired.delete(attempt_id)) return;
    retired.set(attempt_id, one);
    trim();
  }

  return {
    take(event) {
      if (event.type === 'attempt-started') {
        opened(event);
        return;
      }
      const attempt_id = event.attachment_attempt_id;
      const one = held.get(attempt_id);
      if (one === undefined) return;
      if (event.type !== 'execution-ended') used(event, attempt_id, one);
      else if (event.data.reason_code === 'session_closed') closed(attempt_id, one);
    },
  };
}
