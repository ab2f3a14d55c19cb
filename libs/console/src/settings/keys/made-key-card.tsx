import type { MadeKey } from '@mcp-witness/client';
import type { ReactNode } from 'react';
import { CopyButton } from '../../parts/copy-button.tsx';

/** The one sight of a key. */
export const MadeKeyCard = ({ made }: { readonly made: MadeKey }): ReactNode => (
  <div className="made-key" role="status">
    <p>The key “{made.name}”. It is shown this once and kept nowhere: copy it now.</p>
    <p>
      <code>{made.key}</code> <CopyButton text={made.key} label="Copy the key" />
    </p>
  </div>
);
