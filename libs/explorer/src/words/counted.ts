/** "1 tool", "2 tools". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** "~327 tokens": every count of tokens is an estimate, and says so. */
export const tokensText = (estimate: number): string => `~${counted(estimate, 'token')}`;

/** A sentence of others as a part of one of ours: without its full stop. */
export const unstopped = (text: string): string => text.replace(/\.$/, '');

/** A code as words: "http_unsupported" reads "http unsupported". */
export const codeWords = (code: string): string => code.replaceAll('_', ' ');
