import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { processId } from '../../correlation/correlate.ts';
import type { ObservedEvent } from '../../pipeline/event.ts';
import { derivedId } from './derived-id.ts';
import { type Fact, nothingTold, type Told } from './facts.ts';

/** The attempt that a session's events go to. */
export interface Home {
  readonly key: string;
  readonly attachment_attempt_id: string;
  readonly server_name: string;
  /** A relay opened the attempt; otherwise it is ours, and opens with its first event. */
  readonly isClaimed: boolean;
  /** Its end is the end of its process, or of its connection. */
  readonly endsHere: boolean;
  /** Not of an earlier process, whose events this one sends. */
  readonly isOfThisProcess: boolean;
  readonly told: Told;
  /** Who tells it. One that was given up may come back, and begins to count anew: as another producer. */
  readonly producer_id: string;
  isOpen: boolean;
  /** When the last event ended that it was told of: milliseconds since 1970. */
  lastAt: number;
  sequence: number;
}

export interface Homes {
  of(event: ObservedEvent): Home;
  /** Where events go whose attempt nobody knows. */
  ownFor(event: ObservedEvent): Home;
  opening(home: Home, event: ObservedEvent): readonly Fact[];
  drop(home: Home): void;
  /** Those that were given up for others since this was asked last, and that nobody else tells the end of. */
  givenUp(): readonly Home[];
  /** Those that end with this process. */
  ending(): readonly Home[];
}

const MOST_HOMES = 4096;

/** Attempts that several processes have to name alike cannot bear the time of one of them. */
const NO_TIME = 0;

/** The process that saw an event: the beginning of its id. */
const processOf = ({ id }: ObservedEvent): string => id.slice(0, processId.length);

type Made = Omit<Home, 'producer_id'>;

const home = (
  key: string,
  event: ObservedEvent,
  over: Pick<Home, 'attachment_attempt_id' | 'server_name' | 'isClaimed' | 'endsHere'>,
): Made => ({
  key,
  ...over,
  isOfThisProcess: processOf(event) === processId,
  told: nothingTold(),
  isOpen: false,
  lastAt: event.at,
  sequence: 0,
});

const ownOf = (key: string, event: ObservedEvent): Made =>
  home(key, event, {
    attachment_attempt_id: derivedId(event.at, processId, event.server, key, randomUUID()),
    server_name: event.server,
    isClaimed: false,
    endsHere: true,
  });

/** A session that a handle or the owner's hook names may come to several processes: each names the same attempt. */
const sharedOf = (key: string, event: ObservedEvent): Made =>
  home(key, event, {
    attachment_attempt_id: derivedId(NO_TIME, event.server, key),
    server_name: event.server,
    isClaimed: false,
    endsHere: false,
  });

/** What nothing ties to a session belongs to the process, apart for each client. */
const ownKey = (event: ObservedEvent): string => {
  const { client, server } = event;
  return JSON.stringify(['client', processOf(event), server, client?.name ?? null, client?.version ?? null]);
};

function keyOf(event: ObservedEvent): string {
  const { correlation, server } = event;
  switch (correlation.rung) {
    case 'attempt_token':
      return JSON.stringify(['attempt', correlation.attachment_attempt_id, correlation.server_name]);
    case 'handle':
      return JSON.stringify(['handle', server, correlation.session_id]);
    case 'resolved':
      return JSON.stringify(['resolved', server, correlation.value]);
    case 'transport_session':
      return JSON.stringify(['transport', processOf(event), server, correlation.value]);
    case 'process':
      return JSON.stringify(['process', correlation.value, server]);
    case 'traceparent':
    case 'none':
      return ownKey(event);
  }
}

function make(key: string, event: ObservedEvent): Made {
  const { correlation } = event;
  if (correlation.rung === 'attempt_token')
    return home(key, event, { ...correlation, isClaimed: true, endsHere: false });
  return correlation.rung === 'handle' || correlation.rung === 'resolved'
    ? sharedOf(key, event)
    : ownOf(key, event);
}

/** `address`: how the server is reached, where it is not stdio. */
export function createHomes(address: string): Homes {
  const homes = new Map<string, Home>();
  let ended: Home[] = [];
  let gone = 0;

  const giveUpOldest = (): void => {
    const [oldest] = homes.values();
    if (homes.size <= MOST_HOMES || oldest === undefined) return;
    homes.delete(oldest.key);
    gone += 1;
    if (oldest.endsHere && oldest.isOpen) ended.push(oldest);
  };

  const producerId = (): string => `observer-${processId}${gone === 0 ? '' : `.${gone}`}`;

  const keep = (key: string, made: () => Made): Home => {
    const kept = homes.get(key) ?? { ...made(), producer_id: producerId() };
    homes.delete(key);
    homes.set(key, kept);
    giveUpOldest();
    return kept;
  };

  return {
    of(event) {
      const key = keyOf(event);
      return keep(key, () => make(key, event));
    },
    ownFor(event) {
      const key = ownKey(event);
      return keep(key, () => ownOf(key, event));
    },
    opening({ isClaimed, endsHere, isOfThisProcess, server_name, attachment_attempt_id }, event) {
      const { at, transport } = event;
      const isRemote = transport === 'http' || transport === 'sse';
      const target = isRemote ? address : basename(process.argv[1] ?? process.execPath);
      const resolved: Fact<'server-resolved'> = {
        type: 'server-resolved',
        data: { server_name, source: 'observed', transport, target, observed: true },
        at,
      };
      if (isClaimed) return [resolved];
      const started: Fact<'attempt-started'> = {
        type: 'attempt-started',
        data: {
          session_id: `observed-${attachment_attempt_id}`,
          entry: 'observed',
          ...(endsHere &&
            isOfThisProcess && { pid: process.pid, working_directory: basename(process.cwd()) }),
        },
        at,
      };
      return [started, resolved];
    },
    drop: ({ key }) => void homes.delete(key),
    givenUp() {
      const taken = ended;
      ended = [];
      return taken;
    },
    ending: () => [...homes.values()].filter(({ endsHere, isOpen }) => endsHere && isOpen),
  };
}
