import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly fault: Error | null;
}

/** Keeps the frame where a page breaks, and says what to do. Give it the page's address as `key`. */
export class FaultBoundary extends Component<Props, State> {
  static getDerivedStateFromError(fault: Error): State {
    return { fault };
  }

  override state: State = { fault: null };

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    return (
      <div className="trouble" role="alert">
        <h1>This page broke</h1>
        <p>{fault.message}</p>
        <p>Nothing of the evidence is touched by it. Load the page again.</p>
        <button
          type="button"
          onClick={() => {
            location.reload();
          }}
        >
          Load again
        </button>
      </div>
    );
  }
}
