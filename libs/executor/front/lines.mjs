import { abridge } from './abridge.mjs';

const NEWLINE = 0x0a;
/** Up to here a line goes as it is. */
const SHORT = 512;
/** A line that is longer goes as it comes. */
const MOST_HELD = 1024 * 1024;

/**
 * Tells the bytes of one direction line by line, in order: `message` is given a message without what it carries, `plain`
 * whatever goes as it is.
 */
export const telling = ({ plain, message }) => {
  let held = [];
  let length = 0;
  let isLong = false;

  const tellHeld = () => {
    for (const part of held) plain(part);
    held = [];
    length = 0;
  };
  const take = (line) => {
    const short = line.length > SHORT ? abridge(line) : null;
    if (short === null) plain(line);
    else message(short);
  };
  const endLine = (end) => {
    const line = held.length === 0 ? end : Buffer.concat([...held, end]);
    held = [];
    length = 0;
    if (isLong) plain(line);
    else take(line);
    isLong = false;
  };
  const hold = (part) => {
    held.push(part);
    length += part.length;
    isLong ||= length > MOST_HELD;
    if (isLong) tellHeld();
  };
  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        endLine(chunk.subarray(start, end + 1));
        start = end + 1;
      }
      if (start < chunk.length) hold(chunk.subarray(start));
    },
    /** What is left without a newline. */
    end: tellHeld,
  };
};
