/** What one client of the live socket may take up. */
export interface SocketBounds {
  /** Bytes that may wait for it to read them, before it is closed with 4008. */
  readonly mostBuffered: number;
}

/** The injection token of {@link SocketBounds}. */
export const SOCKET_BOUNDS = Symbol('SOCKET_BOUNDS');

export const usualBounds: SocketBounds = { mostBuffered: 4 * 1024 * 1024 };
