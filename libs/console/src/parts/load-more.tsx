import { useEffect, useRef, type ReactNode } from 'react';

interface LoadMoreProps {
  readonly hasMore: boolean;
  readonly loading: boolean;
  readonly load: () => void;
  /** "Show more sessions". */
  readonly label: string;
}

const ahead = { rootMargin: '600px' };

/** The end of a list that has more: a button, which is pressed by itself when the reader comes near. */
export const LoadMore = ({ hasMore, loading, load, label }: LoadMoreProps): ReactNode => {
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    if (button.current === null || loading || !hasMore) return undefined;
    const seen = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) latest.current();
    }, ahead);
    seen.observe(button.current);
    return () => {
      seen.disconnect();
    };
  }, [loading, hasMore]);
  if (!hasMore) return null;
  return (
    <button ref={button} type="button" aria-disabled={loading} onClick={loading ? undefined : load}>
      {loading ? 'Loading …' : label}
    </button>
  );
};
