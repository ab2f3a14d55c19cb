export function abridge(bytes: Buffer): { readonly text: string; readonly length: number } | null;
