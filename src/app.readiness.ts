import { type EventLog, Position } from '@mcp-witness/event-log';
import { Inject, Injectable } from '@nestjs/common';
import { Readiness } from './health/readiness.ts';
import { EVENT_LOG } from './log/event-log.ts';
import { type Progress, PROGRESS } from './projections/run/progress.ts';

/** Reports are ready once they hold what was in the log when they were first asked for. */
@Injectable()
export class ProjectionsReadiness {
  #target: Position | null = null;
  #caughtUp = false;

  constructor(
    @Inject(Readiness) readiness: Readiness,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(PROGRESS) private readonly progress: Progress,
  ) {
    readiness.register('projections', async () => {
      this.#caughtUp ||= await this.#reached();
      return this.#caughtUp ? { ok: true } : { ok: false, reason: 'reports are not up to the log yet' };
    });
  }

  async #reached(): Promise<boolean> {
    this.#target ??= await this.log.head();
    return Position.compare(this.progress.position, this.#target) >= 0;
  }
}
