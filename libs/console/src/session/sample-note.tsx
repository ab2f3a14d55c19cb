import type { ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useService } from '../app/service.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { hrefOf } from '../routing/place.ts';

/** Says that a session is a sample, and takes it away. */
export const SampleNote = ({ sessionId }: { readonly sessionId: string }): ReactNode => {
  const { client } = useService();
  const queries = useQueryClient();
  const erasing = useMutation({
    mutationFn: () => client.eraseSession(sessionId),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['sessions'] });
      location.hash = hrefOf([]);
    },
  });
  return (
    <div className="as-of">
      <p>
        <strong>This is a sample.</strong> No agent did any of it.
      </p>
      <ConfirmButton
        label="Erase the sample"
        question="Erase the sample?"
        consequence="Its reports, calls and catalogs go, and what its events say. That it was recorded stays in the log."
        action="Erase it"
        disabled={erasing.isPending}
        onConfirm={() => {
          erasing.mutate();
        }}
      />
      <Trouble error={erasing.error} scope="admin" isOfChange />
    </div>
  );
};
