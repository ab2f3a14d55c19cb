import type { CatalogTool } from '@mcp-witness/evidence';
import type { JSX } from 'react';

export interface ToolPageProps {
  readonly tool: CatalogTool;
}

/** One tool: what it says it does, its arguments, its schema as JSON. All of it is text. */
export const ToolPage = ({ tool }: ToolPageProps): JSX.Element => (
  <section data-testid="mcp-tool-detail">
    <h3>{tool.name}</h3>
    <p>{tool.description}</p>
  </section>
);
