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

export interface Seen {
  readonly kind: string;
  readonly name: string | null;
  readonly outcome: string | null;
  readonly client: { readonly name: string } | null;
  readonly rung: string;
  readonly transport: string;
}

export declare const fastMcpStdio: (
  version: string,
  file: string,
) => Promise<{ readonly command: string; readonly args: string[] }>;

export declare const withFastMcp: (
  version: string,
  use: (url: string, seen: readonly Seen[]) => Promise<void>,
) => Promise<void>;
