/** A stream of the service that is read piece by piece. */
export interface OpenStream {
  readonly response: Response;
  /** Reads until what came fits, and gives all of it. Fails when the stream ends before. */
  until(fits: (text: string) => boolean): Promise<string>;
  /** Reads to the end, and gives all of it. */
  toEnd(): Promise<string>;
  leave(): Promise<void>;
}

const patience = 30_000;

/** Opens a stream. Whoever opens it leaves it, or reads it to its end. */
export const openStream = async (url: string, headers: Record<string, string>): Promise<OpenStream> => {
  const end = new AbortController();
  const response = await fetch(url, { headers, signal: end.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('The answer has no body.');
  let text = '';
  const within = async <Result>(reading: Promise<Result>): Promise<Result> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`What was waited for did not come. So far: ${text.slice(-500)}`));
      }, patience);
    });
    try {
      return await Promise.race([reading, late]);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    response,
    until: async (fits) => {
      while (!fits(text)) {
        const { done, value } = await within(reader.read());
        if (done) throw new Error(`The stream ended early: ${text.slice(-500)}`);
        text += value;
      }
      return text;
    },
    toEnd: async () => {
      for (;;) {
        const { done, value } = await within(reader.read());
        if (done) return text;
        text += value;
      }
    },
    leave: async () => {
      end.abort();
      await reader.closed.catch(() => undefined);
    },
  };
};
