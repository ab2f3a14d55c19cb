import { useId, type JSX, type ReactNode } from 'react';
import { useRoving } from './use-roving.ts';

export interface Tab {
  readonly key: string;
  readonly title: string;
  readonly panel: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly shown: string;
  readonly onShow: (key: string) => void;
}

/** Tabs of a page. The panel is its body: it alone scrolls. */
export const Tabs = ({ label, tabs, shown, onShow }: TabsProps): JSX.Element => {
  const id = useId();
  const roving = useRoving(
    tabs.map(({ key }) => key),
    shown,
  );
  const here = tabs.find(({ key }) => key === shown) ?? tabs[0];
  return (
    <>
      <div className="witness-tabs" role="tablist" aria-label={label} onKeyDown={roving.onKeyDown}>
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}${key}`}
            aria-selected={key === here?.key}
            aria-controls={`${id}panel`}
            {...roving.item(key)}
            onClick={() => {
              onShow(key);
            }}
          >
            {title}
          </button>
        ))}
      </div>
      <div
        key={here?.key}
        className="witness-body"
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={`${id}${here?.key ?? ''}`}
        tabIndex={0}
        {...(here?.key === 'tools' ? { 'data-testid': 'mcp-tool-list-scroll' } : {})}
      >
        {here?.panel}
      </div>
    </>
  );
};
