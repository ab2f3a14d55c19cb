import { Position, type EventLog, type LogEvent } from '@mcp-witness/event-log';

export async function everything(log: EventLog): Promise<readonly LogEvent[]> {
  const all: LogEvent[] = [];
  for (;;) {
    const page = await log.readAll({ after: all.at(-1)?.position ?? Position.start, limit: 5_000 });
    if (page.length === 0) return all;
    all.push(...page);
  }
}
