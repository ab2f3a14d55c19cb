export interface ToolResult {
  readonly content: { type: 'text'; text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: boolean;
  readonly [extra: string]: unknown;
}

/** The same answer twice: as text for a model, as data for a program. */
export const told = (text: string, structuredContent: Record<string, unknown>): ToolResult => ({
  content: [{ type: 'text', text }],
  structuredContent,
});

export const toldNot = (text: string, structuredContent: Record<string, unknown>): ToolResult => ({
  ...told(text, structuredContent),
  isError: true,
});
