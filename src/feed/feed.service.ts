import { type EventLog, Position } from '@mcp-witness/event-log';
import { Inject, Injectable } from '@nestjs/common';
import { EVENT_LOG } from '../log/event-log.ts';
import { type FeedEvent, type Pick } from '../log/read/feed-event.ts';
import { scan } from '../log/read/scan.ts';
import { TAIL, type Tail } from '../log/read/tail.ts';
import { followEvents, type Following, type Step } from './follow-events.ts';

/** Events of one page, and where to go on. */
export interface FeedPage {
  readonly events: readonly FeedEvent[];
  /** Null when the log had nothing after it. */
  readonly next_after: Position | null;
  /** Everything up to here was looked at. */
  readonly position: Position;
}

interface PageOf {
  readonly after: Position;
  readonly limit: number;
  readonly pick: Pick;
}

const beatMilliseconds = 15_000;

/** Reads recorded events for others. */
@Injectable()
export class Feed {
  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(TAIL) private readonly tail: Tail,
  ) {}

  head(): Promise<Position> {
    return this.log.head();
  }

  /** Whether the log has not come as far as `position`. */
  async isAhead(position: Position): Promise<boolean> {
    return Position.compare(position, await this.log.head()) > 0;
  }

  /** A reader that is ahead of the log gets no event, and is told where the log ends. */
  async page({ after, limit, pick }: PageOf): Promise<FeedPage> {
    const read = (from: Position, size: number): ReturnType<EventLog['readAll']> =>
      this.log.readAll({ after: from, limit: size });
    const { events, reached, atEnd } = await scan(read, { after, limit, pick });
    if (!atEnd) return { events, next_after: reached, position: reached };
    const head = reached === after ? await this.log.head() : reached;
    return { events, next_after: null, position: Position.compare(head, reached) < 0 ? head : reached };
  }

  follow(options: Omit<Following, 'tail' | 'beatMilliseconds'>): AsyncGenerator<Step, void, undefined> {
    return followEvents({ ...options, tail: this.tail, beatMilliseconds });
  }
}
