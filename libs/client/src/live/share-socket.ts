import { parseFrame } from './frame.ts';
import type { LiveSocket, WatchSession } from './watch-session.ts';

type Open = WatchSession['open'];

interface Member {
  /** The session that it asked for; null before it asked. */
  sessionId: string | null;
  readonly events: EventTarget;
}

interface Shared {
  readonly socket: LiveSocket;
  readonly members: Set<Member>;
  isOpen: boolean;
}

const sessionIn = (text: unknown): string | null => {
  const id = parseFrame(text)?.data.session_id;
  return typeof id === 'string' ? id : null;
};

/**
 * Lets any number of `watchSession`s, each of another session of the same service, follow over one connection, where each
 * would else open its own: give what this returns to all of them as `open`. The connection is there while any of them is;
 * one that takes it for dead, which is closing without a code, ends it for all.
 */
export const shareSocket = (open: Open): Open => {
  let shared: Shared | null = null;

  const tell = ({ members }: Shared, wanted: (member: Member) => boolean, event: () => Event): void => {
    for (const member of [...members]) if (wanted(member)) member.events.dispatchEvent(event());
  };
  const end = (one: Shared): void => {
    if (shared === one) shared = null;
    const all = [...one.members];
    one.members.clear();
    for (const { events } of all) events.dispatchEvent(new Event('close'));
  };
  const begin = (...terms: Parameters<Open>): Shared => {
    const one: Shared = { socket: open(...terms), members: new Set(), isOpen: false };
    one.socket.addEventListener('open', () => {
      one.isOpen = true;
      tell(
        one,
        () => true,
        () => new Event('open'),
      );
    });
    one.socket.addEventListener('message', ({ data }) => {
      const id = sessionIn(data);
      tell(
        one,
        ({ sessionId }) => id === null || id === sessionId,
        () => new MessageEvent('message', { data }),
      );
    });
    one.socket.addEventListener('error', () => {
      // The close that follows ends it for all.
    });
    one.socket.addEventListener('close', () => {
      end(one);
    });
    return one;
  };
  const leave = (one: Shared, member: Member, code: number | undefined): void => {
    if (!one.members.delete(member)) return;
    if (code === undefined || one.members.size === 0) {
      end(one);
      one.socket.close(code);
    } else if (one.isOpen && member.sessionId !== null) {
      one.socket.send(JSON.stringify({ event: 'unsubscribe', data: { session_id: member.sessionId } }));
    }
    member.events.dispatchEvent(new Event('close'));
  };

  return (url, protocols) => {
    const one = (shared ??= begin(url, protocols));
    const member: Member = { sessionId: null, events: new EventTarget() };
    one.members.add(member);
    if (one.isOpen)
      queueMicrotask(() => {
        if (one.members.has(member)) member.events.dispatchEvent(new Event('open'));
      });
    return {
      send: (text) => {
        member.sessionId = sessionIn(text);
        one.socket.send(text);
      },
      close: (code) => {
        leave(one, member, code);
      },
      addEventListener: (type: string, listener: (event: never) => void) => {
        member.events.addEventListener(type, listener as unknown as EventListener);
      },
    };
  };
};
