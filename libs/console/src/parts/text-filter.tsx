import { useEffect, useState, type ReactNode } from 'react';

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
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => {
      onChange(typed);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
    };
  }, [typed, value, onChange]);
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
