/** One message of a stream of server-sent events, as the HTML standard reads it. */
export interface ServerSent {
  readonly id: string;
  readonly data: string;
}

/** Takes `count` messages from the stream and leaves it. */
export const takeMessages = async (response: Response, count: number): Promise<readonly ServerSent[]> => {
  const messages: ServerSent[] = [];
  let text = '';
  if (response.body === null) throw new Error('The answer has no body.');
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const valueOf = (field: string): string =>
        lines
          .filter((line) => line.startsWith(`${field}:`))
          .map((line) => line.slice(field.length + 1).replace(/^ /, ''))
          .join('\n');
      if (valueOf('data') !== '') messages.push({ id: valueOf('id'), data: valueOf('data') });
    }
    if (messages.length >= count) return messages.slice(0, count);
  }
  throw new Error(`The stream ended after ${messages.length} of ${count} messages.`);
};
