import type { CatalogTool } from '@mcp-witness/evidence';
import type { JSX } from 'react';
import { estimateHint } from '../view/catalog-words.ts';
import { tokensText } from '../words/counted.ts';
import { plainText } from '../words/plain-text.ts';
import { ArgumentRows } from './argument-rows.tsx';
import { PageHead } from './page-head.tsx';

export interface ToolPageProps {
  readonly tool: CatalogTool;
  /** The method of the server's estimates. */
  readonly estimator: string | null;
  readonly onBack: () => void;
}

const whyNoSchema = ({ input_schema_reason: reason }: CatalogTool): string => {
  if (reason === 'too_large')
    return 'The input schema is too large to show: a report keeps at most 64 KiB of one.';
  if (reason === 'invalid')
    return 'The server gave an input schema that is no JSON object, so there is nothing to show.';
  return 'The server gave no input schema.';
};

const Schema = ({ tool }: { readonly tool: CatalogTool }): JSX.Element => {
  const { input_schema: schema } = tool;
  if (schema === null || schema === undefined) return <p className="witness-note">{whyNoSchema(tool)}</p>;
  return (
    <>
      <ArgumentRows schema={schema} />
      <details className="witness-fold">
        <summary>JSON</summary>
        <pre className="witness-json" dir="ltr" tabIndex={0} aria-label="Input schema as JSON">
          {plainText(JSON.stringify(schema, null, 2))}
        </pre>
      </details>
    </>
  );
};

/** One tool: what it says it does, its arguments, its schema as JSON. All of it is text. */
export const ToolPage = ({ tool, estimator, onBack }: ToolPageProps): JSX.Element => {
  const { description, estimated_tokens: tokens } = tool;
  return (
    <section className="witness-page" data-testid="mcp-tool-detail" aria-label={plainText(tool.name)}>
      <PageHead title={plainText(tool.name)} back="Back to tools" onBack={onBack} />
      <div className="witness-body" tabIndex={0} role="region" aria-label={`Tool ${plainText(tool.name)}`}>
        {tokens === null || tokens === undefined ? null : (
          <>
            <p className="witness-tokens">{tokensText(tokens)}</p>
            <p className="witness-quiet">{estimateHint(estimator)}</p>
          </>
        )}
        {tool.text_cleaned === true ? (
          <p className="witness-note">
            Characters that cannot be seen, or secrets, were taken out of this tool’s text.
          </p>
        ) : null}
        {description === null || description === undefined || description === '' ? (
          <p className="witness-quiet">The server gave no description.</p>
        ) : (
          <p className="witness-pre witness-description" dir="auto">
            {plainText(description)}
          </p>
        )}
        <h4>Arguments</h4>
        <Schema tool={tool} />
      </div>
    </section>
  );
};
