import type { OwnRetention, Retention as Periods } from '@mcp-witness/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode, SubmitEvent } from 'react';
import { useService } from '../app/service.tsx';
import { useAnnounce } from '../parts/announcer.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { counted } from '../words.ts';
import { useChange } from './use-admin.ts';

const daysOf = (form: FormData, name: string): number | null => {
  const value = form.get(name);
  return typeof value === 'string' && value !== '' ? Number(value) : null;
};

interface DaysFieldProps {
  readonly name: keyof OwnRetention;
  readonly label: string;
  readonly own: OwnRetention;
}

const DaysField = ({ name, label, own }: DaysFieldProps): ReactNode => (
  <label>
    {label}
    <input
      name={name}
      type="number"
      inputMode="numeric"
      min={1}
      max={36_500}
      step={1}
      defaultValue={own[name] ?? ''}
      placeholder="as the service’s settings say"
    />
  </label>
);

const Form = ({ periods }: { readonly periods: Periods }): ReactNode => {
  const announce = useAnnounce();
  const saving = useChange('retention', (client, own: OwnRetention) => client.setRetention(own));
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    saving.mutate(
      { read_model_days: daysOf(form, 'read_model_days'), log_days: daysOf(form, 'log_days') },
      {
        onSuccess: () => {
          announce('Saved');
        },
      },
    );
  };
  return (
    <form className="stack" onSubmit={submit}>
      <DaysField name="read_model_days" label="Days for reports, calls and catalogs" own={periods.own} />
      <DaysField name="log_days" label="Days for what the log’s events say" own={periods.own} />
      <p className="hint">
        Whatever of the log is older is erased for good; its chain still verifies. Empty: as the service’s
        settings say.
      </p>
      <div className="toolbar">
        <button type="submit">Save</button>
        {saving.isSuccess ? <span className="hint">Saved</span> : null}
      </div>
      <Trouble error={saving.error} scope="admin" isOfChange />
    </form>
  );
};

/** How long this tenant keeps what was recorded. */
export const Retention = (): ReactNode => {
  const { client } = useService();
  const { data, error } = useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => client.retention(signal),
  });
  return (
    <section className="card" aria-labelledby="retention">
      <h2 id="retention">How long data is kept</h2>
      <Trouble error={error} scope="admin" />
      {data === undefined ? null : (
        <>
          <p>
            Reports, calls and catalogs of a session go {counted(data.read_model_days, 'day')} after it was
            last seen; the log{' '}
            {data.log_days === null ? 'is kept' : `is erased after ${counted(data.log_days, 'day')}`}.
          </p>
          <Form key={JSON.stringify(data.own)} periods={data} />
        </>
      )}
    </section>
  );
};
