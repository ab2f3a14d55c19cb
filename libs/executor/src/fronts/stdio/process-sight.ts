import { createNdjsonTee, type NdjsonTee } from '@mcp-witness/mcp-frames';
import type { ServerSight } from '../server-sight.ts';

/** What is told of one process of a stdio server, from what its front's program says. */
export interface ProcessSight {
  readonly onRecord: (kind: string, payload: Buffer) => void;
  /** The front's program is gone, or says nothing more. */
  onGone(): void;
  /** The attempt is over. */
  onEnd(): void;
}

const KEY = 'stdio';

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  /** The client had asked for it, by a signal. */
  readonly asked: boolean;
}

function exitOf(payload: Buffer): Exit {
  const { code, signal, asked } = JSON.parse(payload.toString('utf8')) as Record<string, unknown>;
  return {
    code: typeof code === 'number' ? code : null,
    signal: typeof signal === 'string' && /^SIG[A-Z0-9]{1,10}$/.test(signal) ? signal : null,
    asked: asked === true,
  };
}

function timeOf(payload: Buffer): number | null {
  const time = Number(payload.toString('latin1'));
  return Number.isSafeInteger(time) && time > 0 ? time : null;
}

const howItEnded = ({ code, signal }: Exit): string =>
  signal === null ? `with exit code ${code ?? 'unknown'}` : `by ${signal}`;

const startFailures: Readonly<Record<string, string>> = {
  ENOENT: 'The executable of the server was not found.',
  EACCES: 'The executable of the server may not be executed.',
};

const whyNotStarted = (code: Buffer): string =>
  startFailures[code.toString('utf8')] ?? 'The process of the server could not be started.';

export function createProcessSight(sight: ServerSight): ProcessSight {
  /** When what is being told passed, as far as the front's program has said. */
  let time: number | null = null;
  const now = (): number => time ?? Date.now();
  const { observer, accepted, hasAnswered } = sight.observe(now);
  let askedAt: number | null = null;
  let tee: NdjsonTee = createNdjsonTee(observer, KEY);
  let inputEnded = false;
  let over = false;
  let holds = false;

  function exited(exit: Exit): void {
    if (over) return;
    over = true;
    tee.end();
    const inVain = askedAt !== null && !hasAnswered();
    observer.onClose(KEY, inputEnded ? 'stdin_closed' : 'process_exited');
    observer.close();
    if (inVain && askedAt !== null && (inputEnded || exit.asked)) sight.unanswered(askedAt);
    if (accepted.legacy || inputEnded || exit.asked) return;
    const when = accepted.modern ? '' : ' before it answered';
    sight.failed('process_exited', `The process of the server ended ${howItEnded(exit)}${when}.`, true);
  }

  const asked = (tell: (payload: Buffer) => void) => (payload: Buffer) => {
    askedAt ??= now();
    tell(payload);
  };
  const bytes = (direction: Parameters<NdjsonTee['feed']>[0]) => (payload: Buffer) => {
    tee.feed(direction, payload);
  };
  const message = (direction: Parameters<NdjsonTee['message']>[0]) => (payload: Buffer) => {
    tee.message(direction, payload.subarray(4), payload.readUInt32BE());
  };
  const ofKind: Readonly<Record<string, (payload: Buffer) => void>> = {
    t: (payload) => (time = timeOf(payload)),
    i: asked(bytes('to_server')),
    I: asked(message('to_server')),
    o: bytes('to_client'),
    O: message('to_client'),
    e: () => (inputEnded = true),
    h: () => (holds = true),
    d: () => (holds = false),
    f(payload) {
      over = true;
      sight.failed('spawn_failed', whyNotStarted(payload), true);
    },
    x(payload) {
      exited(exitOf(payload));
    },
    g() {
      tee = createNdjsonTee(observer, KEY);
      sight.lost('buffer_full');
    },
  };

  return {
    onRecord(kind, payload) {
      if (!over && Object.hasOwn(ofKind, kind)) ofKind[kind]?.(payload);
    },
    onGone() {
      time = null;
      if (holds && !over) sight.lost('front_killed');
      exited({ code: null, signal: null, asked: true });
    },
    onEnd() {
      if (over) return;
      over = true;
      time = null;
      observer.onClose(KEY, inputEnded ? 'stdin_closed' : 'endpoint_closed');
      observer.close();
    },
  };
}
