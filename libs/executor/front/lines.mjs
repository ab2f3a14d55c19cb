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
  /** Of a message without what it carries, or null: the line goes as it is. */
  const shortOf = (line) => (line.length > SHORT ? abridge(line) : null);
  /** Ends the line of which the beginning is held. */
  const endHeld = (end) => {
    if (!isLong) {
      const line = Buffer.concat([...held, end]);
      const short = shortOf(line);
      if (short === null) plain(line);
      else message(short);
    } else plain(end);
    held = [];
    length = 0;
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
      let end = chunk.indexOf(NEWLINE) + 1;
      if (end > 0 && (length > 0 || isLong)) {
        endHeld(chunk.subarray(0, end));
        start = end;
        end = chunk.indexOf(NEWLINE, start) + 1;
      }
      // Lines that follow each other and go as they are go together.
      let from = start;
      for (; end > 0; end = chunk.indexOf(NEWLINE, start) + 1) {
        const short = end - start > SHORT ? abridge(chunk.subarray(start, end)) : null;
        if (short !== null) {
          if (from < start) plain(chunk.subarray(from, start));
          message(short);
          from = end;
        }
        start = end;
      }
      if (from < start) plain(from === 0 && start === chunk.length ? chunk : chunk.subarray(from, start));
      if (start < chunk.length) hold(chunk.subarray(start));
    },
    /** What is left without a newline. */
    end: tellHeld,
  };
};
