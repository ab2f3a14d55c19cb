import { statusWords, type ServerStatus, type StatusWord } from '@mcp-witness/evidence';

/** Drawn beside the label, so that a status is told apart without its colour. */
export type StatusShape = 'disc' | 'half' | 'ring' | 'cross' | 'square' | 'dash' | 'dots';

/** How a status is said, coloured and drawn. */
export interface StatusSign extends StatusWord {
  readonly shape: StatusShape;
}

const shapes: Readonly<Record<ServerStatus, StatusShape>> = {
  active: 'disc',
  connected: 'half',
  delivered: 'ring',
  failed: 'cross',
  disconnected: 'square',
  filtered: 'dash',
  unavailable: 'dash',
  configured: 'dots',
};

const unknown: StatusSign = { label: 'Unknown', colour: 'grey', shape: 'dots' };

const signs = new Map<string, StatusSign>(
  (Object.keys(statusWords) as ServerStatus[]).map((status) => [
    status,
    { ...statusWords[status], shape: shapes[status] },
  ]),
);

/** The sign of a status; one that is not known here, which a newer service may send, is said to be unknown. */
export const statusSign = (status: string): StatusSign => signs.get(status) ?? unknown;
