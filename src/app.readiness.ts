import { type EventLog, Position } from '@mcp-witness/event-log';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from './config/settings.ts';
import { type Check, Readiness } from './health/readiness.ts';
import { EVENT_LOG } from './log/event-log.ts';
import { type Progress, PROGRESS } from './projections/run/progress.ts';

/**
 * Reports are ready once they hold what was in the log when they were first asked for; a log beside the database must
 * answer as well.
 */
@Injectable()
export class ProjectionsReadiness {
  #target: Position | null = null;
  #caughtUp = false;

  constructor(
    @Inject(Readiness) readiness: Readiness,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(PROGRESS) private readonly progress: Progress,
    @Inject(SETTINGS) { kurrentdbUrl }: Settings,
  ) {
    if (kurrentdbUrl !== null) readiness.register('log', () => this.#answers());
    readiness.register('projections', async () => {
      this.#caughtUp ||= await this.#reached();
      return this.#caughtUp ? { ok: true } : { ok: false, reason: 'reports are not up to the log yet' };
    });
  }

  async #answers(): Promise<Awaited<ReturnType<Check>>> {
    try {
      await this.log.head();
      return { ok: true };
    } catch {
      return { ok: false, reason: 'the event log does not answer' };
    }
  }

  async #reached(): Promise<boolean> {
    this.#target ??= await this.log.head();
    return Position.compare(this.progress.position, this.#target) >= 0;
  }
}
