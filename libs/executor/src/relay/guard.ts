import { applyEdits } from '../json/splice.ts';
import type { Outgoing } from './attach.ts';
import type { Attachments } from './attachments.ts';
import { readClientRequest } from './client-request.ts';
import { removeNamedIds } from './named-ids.ts';
import { refusalLine } from './refusal.ts';

/** What goes on when nothing else could be made of a line: the line, without the ids that are none of the agent's business. */
function asItCame(line: Buffer): Outgoing {
  try {
    const request = readClientRequest(line);
    const edits = request === null ? [] : removeNamedIds(line, request.paramsAt);
    return { bytes: applyEdits(line, edits), written: null };
  } catch {
    return { bytes: line, written: null };
  }
}

const refusal =
  'By a fault of its own the relay cannot tell whether this line names MCP servers that its profile denies, and did not pass it on. Its stderr says which fault; send the line again without what is unusual in it.';

/** What the host is told of a line that goes nowhere. */
function refusalOf(line: Buffer): Buffer {
  const error = { code: -32603, message: refusal };
  try {
    return refusalLine(JSON.stringify(readClientRequest(line)?.id ?? null), error);
  } catch {
    return refusalLine('null', error);
  }
}

export interface GuardOptions {
  readonly onFault: (error: unknown) => void;
  /** Takes whole lines for the host, where a rule denies anything; null where none does. */
  readonly refuse: ((line: Buffer) => void) | null;
}

/**
 * The same, but a fault of ours is told to `onFault` and changes nothing for host and agent. Where a rule denies anything the
 * line that it came with is refused: a denied server could stand in it.
 */
export function guard(attachments: Attachments, { onFault, refuse }: GuardOptions): Attachments {
  function quietly(act: () => void): void {
    try {
      act();
    } catch (error) {
      onFault(error);
    }
  }

  function guarded({ bytes, written }: Outgoing): Outgoing {
    if (written === null) return { bytes, written };
    return {
      bytes,
      written() {
        quietly(written);
      },
    };
  }

  function instead(line: Buffer, error: unknown): Outgoing {
    onFault(error);
    if (refuse === null) return asItCame(line);
    refuse(refusalOf(line));
    return { bytes: Buffer.alloc(0), written: null };
  }

  return {
    readsRequests: (lines) => attachments.readsRequests(lines),
    readsAnswers: (lines) => attachments.readsAnswers(lines),
    request(line) {
      try {
        const outgoing = attachments.request(line);
        if (!(outgoing instanceof Promise)) return guarded(outgoing);
        return outgoing.then(guarded, (error: unknown) => instead(line, error));
      } catch (error) {
        return instead(line, error);
      }
    },
    answer(line) {
      quietly(() => {
        attachments.answer(line);
      });
    },
    unread(part) {
      quietly(() => {
        attachments.unread(part);
      });
    },
    ended(reason_code, exit_code) {
      quietly(() => {
        attachments.ended(reason_code, exit_code);
      });
    },
  };
}
