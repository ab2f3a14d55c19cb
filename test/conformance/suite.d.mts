export type Results = Readonly<Record<string, readonly string[]>>;

export declare const runSuite: (run: {
  readonly version: string;
  readonly specVersion: string;
  readonly url: string;
}) => Promise<Results>;

export declare const withEverythingServer: (
  use: (url: string) => Promise<void>,
  options?: { readonly observed?: boolean },
) => Promise<readonly string[]>;
