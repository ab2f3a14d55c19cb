import { once } from 'node:events';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import WebSocket from 'ws';

export interface Message {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A channel as the AsyncAPI document describes it; every message is held to its schema, both ways. */
export interface Channel {
  say(message: Message): void;
  /** The next message of that event; those before it are passed over. */
  hear(event: string): Promise<Message>;
  leave(): Promise<void>;
}

interface Document {
  readonly channels: Readonly<
    Record<string, { readonly address: string; readonly messages: Readonly<Record<string, unknown>> }>
  >;
  readonly components: { readonly messages: Readonly<Record<string, { readonly name: string }>> };
}

const patience = 15_000;

export const openChannel = async (url: string, name: string, subprotocol: string): Promise<Channel> => {
  const document = (await (await fetch(`${url}/asyncapi.json`)).json()) as Document;
  const channel = document.channels[name];
  if (channel === undefined) throw new Error(`The document has no channel ${name}.`);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'channels', ...document });
  const hold = (message: Message): void => {
    const key = Object.keys(channel.messages).find(
      (one) => document.components.messages[one]?.name === message.event,
    );
    if (key === undefined) throw new Error(`The channel has no message ${message.event}.`);
    const validate = ajv.compile({ $ref: `channels#/components/messages/${key}/payload` });
    if (!validate(message)) throw new Error(`${key}: ${ajv.errorsText(validate.errors)}`);
  };
  const socket = new WebSocket(`${url.replace('http', 'ws')}${channel.address}`, subprotocol);
  const waiting: Message[] = [];
  socket.on('message', (data: Buffer) => waiting.push(JSON.parse(data.toString()) as Message));
  await once(socket, 'open');
  return {
    say: (message) => {
      hold(message);
      socket.send(JSON.stringify(message));
    },
    hear: async (event) => {
      const signal = AbortSignal.timeout(patience);
      for (;;) {
        for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) {
          hold(message);
          if (message.event === event) return message;
        }
        await once(socket, 'message', { signal });
      }
    },
    leave: async () => {
      socket.close();
      if (socket.readyState !== WebSocket.CLOSED) await once(socket, 'close');
    },
  };
};
