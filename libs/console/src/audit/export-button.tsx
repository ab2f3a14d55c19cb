import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useService } from '../app/service.tsx';
import { Trouble } from '../parts/trouble.tsx';

const hand = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the content by then; holding it longer would hold the whole file.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 60_000);
};

/** Hands out the tenant's part of the log as a file. It passes through this page's memory: see `witness audit export`. */
export const ExportButton = (): ReactNode => {
  const { client } = useService();
  const exporting = useMutation({
    mutationFn: async () => new Response(await client.exportLog()).blob(),
    onSuccess: (content) => {
      hand(content, `witness-${new Date().toISOString().slice(0, 10)}.ndjson`);
    },
  });
  return (
    <>
      <button
        type="button"
        aria-disabled={exporting.isPending}
        onClick={() => {
          if (!exporting.isPending) exporting.mutate();
        }}
      >
        {exporting.isPending ? 'Collecting …' : 'Export the log'}
      </button>
      <Trouble error={exporting.error} scope="audit:read" isOfChange />
    </>
  );
};
