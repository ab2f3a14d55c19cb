/** The part of a WebSocket that sending needs. */
export interface Socket {
  readonly readyState: number;
  readonly OPEN: number;
  readonly bufferedAmount: number;
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** Close code for a client that does not read as fast as it is written to. */
export const tooSlow = 4008;

/** Close code when the credential of an open connection is not taken any more. */
export const unauthenticated = 4401;

/** `too_slow`: more than `limit` bytes wait for the client, which is closed for it. `not_open`: it was not open any more. */
export type Sending = 'sent' | 'not_open' | 'too_slow';

/** Sends unless the connection is not open or the client reads too slowly. */
export function sendTo(socket: Socket, text: string, limit: number): Sending {
  if (socket.readyState !== socket.OPEN) return 'not_open';
  if (socket.bufferedAmount > limit) {
    socket.close(tooSlow, 'The client reads too slowly. Connect again.');
    return 'too_slow';
  }
  socket.send(text);
  return 'sent';
}
