export function toolOf(name: string): string;
