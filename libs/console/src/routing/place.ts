/** Where in the console one is: `#/sessions/a%2Fb?view=calls` is the path `sessions`, `a/b` with `view` = `calls`. */
export interface Place {
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** Values that are null, absent or empty do not stand in the address. */
export type Query = Readonly<Record<string, string | null | undefined>>;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Reads any hash; one that is not of the console is a path that no page has. */
export const readPlace = (hash: string): Place => {
  const [path = '', ...query] = hash.replace(/^#?\/?/, '').split('?');
  return {
    path: path === '' ? [] : path.split('/').map(decoded),
    query: Object.fromEntries(new URLSearchParams(query.join('?'))),
  };
};

/** The address of a place, as a link has it. */
export const hrefOf = (path: readonly string[], query: Query = {}): string => {
  const values = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = new URLSearchParams(values).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`;
};
