import type { MadeKey, NewKey } from '@mcp-witness/client';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { Trouble } from '../../parts/trouble.tsx';
import { useChange } from '../use-admin.ts';
import { MadeKeyCard } from './made-key-card.tsx';

const scopes: readonly (readonly [scope: NewKey['scopes'][number], allows: string])[] = [
  ['evidence:write', 'record evidence, as executors do'],
  ['reports:read', 'read sessions, reports and events'],
  ['audit:read', 'check, replay and export the log'],
  ['operations:run', 'test endpoints and read recent output'],
  ['admin', 'keys, retention, erasure, projections'],
];

const lives: readonly (readonly [days: string, label: string])[] = [
  ['90', '90 days'],
  ['365', 'a year'],
  ['', 'until it is revoked'],
];

const dayMs = 86_400_000;

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

const readForm = (form: FormData): NewKey => {
  const days = Number(textOf(form, 'days'));
  return {
    name: textOf(form, 'name'),
    scopes: form.getAll('scope') as NewKey['scopes'],
    ...(days > 0 ? { expires_at: new Date(Date.now() + days * dayMs).toISOString() } : {}),
  };
};

/** Makes an API key, and shows it once. */
export const NewKeyForm = (): ReactNode => {
  const [made, setMade] = useState<MadeKey | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const making = useChange('keys', (client, key: NewKey) => client.createKey(key));
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const key = readForm(new FormData(form));
    setMade(null);
    setFault(key.scopes.length === 0 ? 'Choose at least one scope.' : null);
    if (key.scopes.length === 0) return;
    making.mutate(key, {
      onSuccess: (result) => {
        setMade(result);
        form.reset();
      },
    });
  };
  return (
    <>
      <form className="stack" onSubmit={submit}>
        <label>
          Name
          <input
            name="name"
            required
            maxLength={200}
            autoComplete="off"
            placeholder="whose it is, and what for"
          />
        </label>
        <fieldset>
          <legend>It may</legend>
          {scopes.map(([scope, allows]) => (
            <label key={scope} className="choice">
              <input type="checkbox" name="scope" value={scope} />
              <span>
                <code>{scope}</code> {allows}
              </span>
            </label>
          ))}
        </fieldset>
        <label>
          For
          <select name="days">
            {lives.map(([days, label]) => (
              <option key={days} value={days}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {fault === null ? null : (
          <p className="trouble" role="alert">
            {fault}
          </p>
        )}
        <button type="submit">Make the key</button>
      </form>
      <Trouble error={making.error} scope="admin" isOfChange />
      {made === null ? null : <MadeKeyCard made={made} />}
    </>
  );
};
