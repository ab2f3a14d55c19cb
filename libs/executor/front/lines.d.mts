export function telling(to: {
  readonly plain: (bytes: Buffer) => void;
  readonly message: (short: { readonly text: string; readonly length: number }) => void;
}): { push(chunk: Buffer): void; end(): void };
