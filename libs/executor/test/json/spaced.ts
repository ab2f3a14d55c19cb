import fc from 'fast-check';

/** JSON with white space of all kinds between its tokens, and any character of a string escaped. */
export const spaced = (value: unknown, random: (of: number) => number): string => {
  const space = (): string => ['', '', ' ', '\t', '\n ', '\r\n'][random(6)] ?? '';
  const text = (plain: string): string =>
    `"${[...plain.split('')]
      .map((unit) =>
        random(4) === 0
          ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
          : JSON.stringify(unit).slice(1, -1),
      )
      .join('')}"`;
  const write = (one: unknown): string => {
    if (typeof one === 'string') return text(one);
    if (Array.isArray(one)) return `[${space()}${one.map(write).join(`${space()},${space()}`)}${space()}]`;
    if (typeof one !== 'object' || one === null) return JSON.stringify(one);
    const members = Object.entries(one).map(([key, of]) => `${text(key)}${space()}:${space()}${write(of)}`);
    return `{${space()}${members.join(`${space()},${space()}`)}${space()}}`;
  };
  return write(value);
};

export const json = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' });
export const randomness = fc.infiniteStream(fc.nat(1000)).map((stream) => (of: number) => {
  const next = stream.next().value as number;
  return next % of;
});
