import { type FeedEvent } from '../log/read/feed-event.ts';

/** A recorded event as a CloudEvent 1.0 in its JSON form. */
export interface CloudEvent {
  readonly specversion: '1.0';
  /** Unique within its source. */
  readonly id: string;
  /** The attempt, as a reference to its resource in this service. */
  readonly source: string;
  readonly type: string;
  /** When it happened, by the producer's clock. */
  readonly time: string;
  /** The session. */
  readonly subject: string;
  readonly datacontenttype: 'application/json';
  /** When it was recorded, by the clock of the log. */
  readonly recordedtime: string;
  /** Place in the log, as text. */
  readonly position: string;
  readonly data: FeedEvent;
}

export const toCloudEvent = (event: FeedEvent): CloudEvent => ({
  specversion: '1.0',
  id: event.event_id,
  source: `/v1/attempts/${event.attachment_attempt_id}`,
  type: event.type,
  time: event.occurred_at,
  subject: event.session_id,
  datacontenttype: 'application/json',
  recordedtime: event.recorded_at,
  position: event.global_position,
  data: event,
});
