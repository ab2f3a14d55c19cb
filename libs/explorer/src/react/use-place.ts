import type { History } from '@mcp-witness/evidence';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { firstPlace, showPlace, type Place, type Shown } from '../view/place.ts';
import type { ListMark } from './tool-list.tsx';

/** Where the reader is, and the ways on from there. */
export interface Placing {
  readonly shown: Shown;
  /** Where the list of tools was left for a tool's page; null unless the reader just came back. */
  readonly mark: ListMark | null;
  readonly openServer: (name: string) => void;
  readonly openTool: (mark: ListMark) => void;
  readonly openSession: (page: 'output' | 'reset') => void;
  readonly backToTools: () => void;
  readonly backToServers: () => void;
}

interface Options {
  readonly history: History | null;
  readonly initialPlace?: Place;
  readonly onPlace?: (place: Place) => void;
}

const nothing: Shown = { page: 'servers', server: null, tool: null };

const isOf = (element: HTMLElement, left: Place): boolean =>
  left.page === 'server' || left.page === 'tool'
    ? element.dataset.serverName === left.server
    : element.dataset.opens === left.page;

/** The reader's place in the explorer `frame`; what was left by a way back gets the focus again. */
export const usePlace = (options: Options, frame: RefObject<HTMLElement | null>): Placing => {
  const { history, initialPlace = firstPlace, onPlace } = options;
  const [{ place, mark, left }, setState] = useState<{
    place: Place;
    mark: ListMark | null;
    left: Place | null;
  }>({ place: initialPlace, mark: null, left: null });
  const opened = useRef<ListMark | null>(null);

  useLayoutEffect(() => {
    if (left === null) return;
    const rows = frame.current?.querySelectorAll<HTMLElement>('[data-server-name], [data-opens]') ?? [];
    const row = [...rows].find((element) => isOf(element, left));
    row?.focus();
  }, [frame, left]);

  const go = (next: Place, at: ListMark | null = null, from: Place | null = null): void => {
    setState({ place: next, mark: at, left: from });
    onPlace?.(next);
  };
  const shown = history === null ? nothing : showPlace(place, history);
  const server = shown.server?.name ?? null;
  return {
    shown,
    mark,
    openServer: (name) => {
      go({ page: 'server', server: name, tool: null });
    },
    openTool: (at) => {
      opened.current = at;
      go({ page: 'tool', server, tool: at.tool });
    },
    openSession: (page) => {
      go({ page, server, tool: null });
    },
    backToTools: () => {
      go(
        { page: 'server', server, tool: null },
        opened.current ?? { tool: shown.tool?.name ?? '', scrollTop: 0 },
      );
    },
    backToServers: () => {
      go({ page: 'servers', server, tool: null }, null, { page: shown.page, server, tool: null });
    },
  };
};
