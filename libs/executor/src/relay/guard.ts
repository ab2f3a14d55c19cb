import { applyEdits } from '../json/splice.ts';
import type { Outgoing } from './attach.ts';
import type { Attachments } from './attachments.ts';
import { readClientRequest } from './client-request.ts';
import { removeNamedIds } from './named-ids.ts';

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

/** The same, but a fault of ours is told to `onFault` and changes nothing for host and agent. */
export function guard(attachments: Attachments, onFault: (error: unknown) => void): Attachments {
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
    return asItCame(line);
  }

  return {
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
    ended(reason_code, exit_code) {
      quietly(() => {
        attachments.ended(reason_code, exit_code);
      });
    },
  };
}
