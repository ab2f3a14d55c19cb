import { randomBytes } from 'node:crypto';

/** A frame as a client writes it, with whatever bits, opcode and length it likes to claim. */
export interface WireFrame {
  /** The first byte: fin, reserved bits and opcode. */
  readonly head: number;
  readonly payload: Buffer;
  readonly masked: boolean;
  /** What the frame says that its length is; the truth when null. */
  readonly claims: number | null;
}

export const opcode = {
  continuation: 0x0,
  text: 0x1,
  binary: 0x2,
  close: 0x8,
  ping: 0x9,
  pong: 0xa,
} as const;
export const fin = 0x80;

const lengthOf = (length: number, mask: number): Buffer => {
  if (length < 126) return Buffer.from([mask | length]);
  if (length < 65_536) return Buffer.from([mask | 126, length >> 8, length & 0xff]);
  const long = Buffer.alloc(9);
  long[0] = mask | 127;
  long.writeBigUInt64BE(BigInt(length), 1);
  return long;
};

export const encodeFrame = ({ head, payload, masked, claims }: WireFrame): Buffer => {
  const length = lengthOf(claims ?? payload.length, masked ? 0x80 : 0);
  if (!masked) return Buffer.concat([Buffer.from([head]), length, payload]);
  const key = randomBytes(4);
  const hidden = payload.map((byte, at) => byte ^ (key[at & 3] ?? 0));
  return Buffer.concat([Buffer.from([head]), length, key, hidden]);
};

/** The texts of all whole frames that a server wrote. */
export const textsIn = (bytes: Buffer): readonly string[] => {
  const texts: string[] = [];
  for (let at = 0; at + 2 <= bytes.length;) {
    const head = bytes.readUInt8(at);
    const short = bytes.readUInt8(at + 1) & 0x7f;
    const extended = short === 126 ? 2 : short === 127 ? 8 : 0;
    const start = at + 2 + extended;
    if (start > bytes.length) break;
    const length =
      extended === 0 ? short : Number(BigInt(`0x${bytes.subarray(at + 2, start).toString('hex')}`));
    if (start + length > bytes.length) break;
    if ((head & 0x0f) === opcode.text) texts.push(bytes.toString('utf8', start, start + length));
    at = start + length;
  }
  return texts;
};
