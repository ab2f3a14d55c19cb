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

/** What may wait for a client to read it. */
const mostBuffered = 4 * 1024 * 1024;

/** Sends unless the connection is not open any more; false then, and when the client was too slow and is closed for it. */
export function sendTo(socket: Socket, text: string, limit = mostBuffered): boolean {
  if (socket.readyState !== socket.OPEN) return false;
  if (socket.bufferedAmount > limit) {
    socket.close(tooSlow, 'The client reads too slowly. Connect again.');
    return false;
  }
  socket.send(text);
  return true;
}
