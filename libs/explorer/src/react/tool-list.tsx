import type { CatalogTool, Server } from '@mcp-witness/evidence';
import { useLayoutEffect, useRef, type JSX } from 'react';
import { catalogView, estimateHint } from '../view/catalog-words.ts';
import { tokensText } from '../words/counted.ts';
import { plainText } from '../words/plain-text.ts';
import { useRoving } from './use-roving.ts';

/** Where a reader was in a list of tools when one was opened. */
export interface ListMark {
  readonly tool: string;
  readonly scrollTop: number;
}

interface ToolListProps {
  readonly server: Server;
  /** Where to put the reader back to, with the focus. */
  readonly mark: ListMark | null;
  readonly onOpen: (mark: ListMark) => void;
}

const Row = ({ tool }: { readonly tool: CatalogTool }): JSX.Element => (
  <>
    <bdi className="witness-name witness-code">{plainText(tool.name)}</bdi>
    {tool.estimated_tokens === null || tool.estimated_tokens === undefined ? null : (
      <span className="witness-tokens">{tokensText(tool.estimated_tokens)}</span>
    )}
    {tool.description === null || tool.description === undefined ? null : (
      <bdi className="witness-quiet witness-line">{plainText(tool.description)}</bdi>
    )}
  </>
);

const bodyOf = (element: Element | null): Element | null => element?.closest('.witness-body') ?? null;

/** A server's tools, or why there are none to show. */
export const ToolList = ({ server, mark, onOpen }: ToolListProps): JSX.Element => {
  const { summary, notes, tools } = catalogView(server);
  const list = useRef<HTMLUListElement>(null);
  const first = useRef(mark);
  const roving = useRoving(
    tools.map(({ name }) => name),
    mark?.tool ?? null,
  );
  useLayoutEffect(() => {
    const wanted = first.current;
    const row = [...(list.current?.querySelectorAll<HTMLElement>('[data-tool-name]') ?? [])].find(
      (one) => one.dataset.toolName === wanted?.tool,
    );
    row?.focus({ preventScroll: true });
    const body = bodyOf(list.current);
    if (wanted !== null && body !== null) body.scrollTop = wanted.scrollTop;
  }, []);
  return (
    <>
      {summary === null ? null : <p className="witness-summary">{summary}</p>}
      {notes.map((note) => (
        <p key={note} className="witness-note">
          {note}
        </p>
      ))}
      {tools.length === 0 ? null : (
        <>
          <ul ref={list} className="witness-rows" data-testid="mcp-tool-list" onKeyDown={roving.onKeyDown}>
            {tools.map((tool, index) => (
              <li key={`${index} ${tool.name}`}>
                <button
                  type="button"
                  className="witness-row witness-tool-row"
                  data-testid={`mcp-tool-row-${tool.name}`}
                  data-tool-name={tool.name}
                  {...roving.item(tool.name)}
                  onClick={(event) => {
                    onOpen({ tool: tool.name, scrollTop: bodyOf(event.currentTarget)?.scrollTop ?? 0 });
                  }}
                >
                  <Row tool={tool} />
                </button>
              </li>
            ))}
          </ul>
          <p className="witness-quiet">{estimateHint(server.tool_token_estimator)}</p>
        </>
      )}
    </>
  );
};
