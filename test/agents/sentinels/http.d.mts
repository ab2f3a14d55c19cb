export interface HttpSentinels {
  readonly urlOf: (name: string, kind: 'mcp' | 'sse') => string;
  readonly close: () => Promise<void>;
}

export function startHttpSentinels(file: string): Promise<HttpSentinels>;
