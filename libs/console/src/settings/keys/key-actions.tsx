import type { ApiKey, MadeKey } from '@mcp-witness/client';
import { useState, type ReactNode } from 'react';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { useChange } from '../use-admin.ts';
import type { KeyState } from './key-state.ts';
import { MadeKeyCard } from './made-key-card.tsx';

interface KeyActionsProps {
  readonly apiKey: ApiKey;
  readonly state: KeyState;
}

/** What may be done with a key that is in use. */
export const KeyActions = ({ apiKey, state }: KeyActionsProps): ReactNode => {
  const { key_id: id, name } = apiKey;
  const [made, setMade] = useState<MadeKey | null>(null);
  const rotating = useChange('keys', (client) => client.rotateKey(id));
  const revoking = useChange('keys', (client) => client.revokeKey(id));
  if (state !== 'in use') return <span className="hint">none</span>;
  return (
    <>
      <span className="toolbar">
        <ConfirmButton
          label="Rotate"
          about={name}
          question={`Give “${name}” a new secret?`}
          consequence="The new secret is shown once. The former one is taken for one more day, so that whoever uses it can change over."
          action="Give a new secret"
          onConfirm={() => {
            rotating.mutate(undefined, { onSuccess: setMade });
          }}
        />
        <ConfirmButton
          label="Revoke"
          about={name}
          question={`Revoke “${name}”?`}
          consequence="It ends at once, in every process, for everybody who uses it. It cannot be brought back."
          action="Revoke the key"
          onConfirm={() => {
            revoking.mutate(undefined);
          }}
        />
      </span>
      {made === null ? null : <MadeKeyCard made={made} />}
      <Trouble error={rotating.error ?? revoking.error} scope="admin" isOfChange />
    </>
  );
};
