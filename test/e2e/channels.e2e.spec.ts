import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Position } from '@mcp-witness/event-log';
import { executorAnswer } from '../../src/executors/frame.ts';
import { serverFrame } from '../../src/live/server-frame.ts';
import { attemptBody, evidence, uuid } from '../support/evidence.ts';
import { withExecutorSocket } from '../support/executor-socket.ts';
import { withLiveSocket } from '../support/live-socket.ts';
import { type TestService, withService } from '../support/service.ts';

interface Channels {
  readonly channels: Readonly<Record<string, { readonly messages: Readonly<Record<string, unknown>> }>>;
  readonly components: { readonly messages: Readonly<Record<string, { readonly name: string }>> };
}

/** Tells what is wrong with a frame by the message of that event in the service's own AsyncAPI document. */
const createJudge = async ({ get }: TestService) => {
  const document = (await get('/asyncapi.json')).body as Channels;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'channels', ...document });
  return (channel: string, frame: { readonly event: string }): unknown => {
    const names = Object.keys(document.channels[channel]?.messages ?? {});
    const name = names.find((one) => document.components.messages[one]?.name === frame.event);
    if (name === undefined) return `${channel} knows no ${frame.event}`;
    const validate = ajv.compile({ $ref: `channels#/components/messages/${name}/payload` });
    return validate(frame) ? null : [frame, validate.errors];
  };
};

describe('what goes over the sockets', () => {
  it('is as the AsyncAPI document says, on the live socket', () =>
    withService(async (service) => {
      const { url, post } = service;
      const faultOf = await createJudge(service);
      const { body } = await post('/v1/attempts', attemptBody(uuid(1)));
      await service.get(
        `/v1/sessions/session-1/report?min_position=${(body as { position: string }).position}`,
      );
      await withLiveSocket(url, async (live) => {
        live.send('no frame');
        await live.next('error');
        live.subscribe('nobody');
        await live.next('error');
        live.subscribe('session-1', '1');
        await live.next('session.caught_up');
        await post('/v1/evidence', [evidence(uuid(1), 3)]);
        await live.next('session.mcp_status_updated');
        live.subscribe('session-1', '999999');
        await live.next('session.caught_up');
        const events = new Set(live.seen().map(({ event }) => event));
        expect([...events.add('heartbeat')].sort()).toEqual([
          'error',
          'heartbeat',
          'resync',
          'session.caught_up',
          'session.mcp_status_updated',
        ]);
        const beat = JSON.parse(serverFrame.heartbeat('4' as Position)) as { event: string };
        for (const frame of [...live.seen(), beat]) expect(faultOf('live', frame)).toBeNull();
        expect(faultOf('live', { event: 'resync', data: {} } as never)).not.toBeNull();
        const said = { event: 'subscribe', data: { session_id: 'session-1' } };
        expect(faultOf('live', said)).toBeNull();
      });
    }));

  it('is as the AsyncAPI document says, on the socket of executors', () =>
    withService(async (service) => {
      const faultOf = await createJudge(service);
      await withExecutorSocket(service.url, async (executor) => {
        const hold = { event: 'hold', data: { executor_id: 'one', attempts: [uuid(1)] } };
        expect(faultOf('executor', hold)).toBeNull();
        for (const frame of [hold, { event: 'other' }, { event: 'hold', data: {} }])
          expect(faultOf('executor', await executor.ask(frame))).toBeNull();
        expect(faultOf('executor', JSON.parse(executorAnswer.heartbeat()) as never)).toBeNull();
        expect(faultOf('executor', { event: 'held', data: {} } as never)).not.toBeNull();
      });
    }));
});
