import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';

const pauseMs = 250;

interface TextFilterProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'search' | 'text';
}

/** Takes what was typed once the typing pauses, and follows the address when that changes by itself. */
export const TextFilter = ({ label, value, onChange, type = 'text' }: TextFilterProps): ReactNode => {
  const [typed, setTyped] = useState(value);
  const [taken, setTaken] = useState(value);
  if (taken !== value) {
    setTaken(value);
    setTyped(value);
  }
  // A page that is drawn anew hands over another function: that is no reason to wait anew.
  const take = useEffectEvent(onChange);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => {
      take(typed);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
    };
  }, [typed, value]);
  return (
    <label>
      {label}
      <input
        type={type}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
        }}
      />
    </label>
  );
};
