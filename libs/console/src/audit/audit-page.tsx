import type { ReactNode } from 'react';
import { PageFrame } from '../parts/page-frame.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { AccessList } from './access-list.tsx';
import { ExportButton } from './export-button.tsx';
import { useVerification } from './use-verification.ts';
import { VerificationResult } from './verification-result.tsx';

const Verification = (): ReactNode => {
  const { checked, error, start, stop } = useVerification();
  const isRunning = checked?.state === 'running';
  return (
    <section className="card" aria-labelledby="verify">
      <h2 id="verify">Is the log what was recorded?</h2>
      <p>
        Every event is chained to the one before it, and blocks over them are signed. The check reads the
        whole log.
      </p>
      <button type="button" onClick={isRunning ? stop : start}>
        {isRunning ? 'Stop' : 'Check the log'}
      </button>
      <Trouble error={error} scope="audit:read" />
      {checked === null ? null : <VerificationResult checked={checked} />}
    </section>
  );
};

/** Whether the log stands, what may be taken out of it, and who did. */
const AuditPage = (): ReactNode => (
  <PageFrame title="Audit">
    <Verification />
    <section className="card" aria-labelledby="export">
      <h2 id="export">A copy that verifies by itself</h2>
      <p>
        The file holds all that this tenant recorded, with the keys of its sessions: treat it as what it
        holds. <code>witness audit verify-export</code> checks it without the service, and{' '}
        <code>witness audit export</code> writes one that is too large for a browser.
      </p>
      <ExportButton />
    </section>
    <section aria-labelledby="access">
      <h2 id="access">Who did what</h2>
      <AccessList />
    </section>
  </PageFrame>
);

export default AuditPage;
