import { codeWords } from '@mcp-witness/explorer';
import type { ReactNode } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { Time } from '@mcp-witness/explorer/react';
import { counted } from '../words.ts';
import type { Checked } from './use-verification.ts';

const verdict = ({ state, firstBad }: Checked): ReactNode => {
  if (firstBad !== null)
    return (
      <p className="verdict bad" role="alert">
        <strong>The log is not what was recorded:</strong> {codeWords(firstBad.reason)} at position{' '}
        {firstBad.position}
        {firstBad.block === null ? '' : `, in block ${String(firstBad.block)}`}. Everything before it stands.
      </p>
    );
  if (state === 'running') return <p className="verdict">Checking …</p>;
  if (state === 'stopped') return <p className="verdict">Stopped. What was checked so far stands.</p>;
  return <p className="verdict good">The log is what was recorded.</p>;
};

const LastBlock = ({ block }: { readonly block: NonNullable<Checked['lastBlock']> }): ReactNode => (
  <>
    <h3>The end of the signed chain</h3>
    <p>
      Keep it elsewhere: whoever owns the database and the signing key could write another history, and not
      this block.
    </p>
    <dl className="facts">
      <dt>Block</dt>
      <dd>{block.number.toLocaleString()}</dd>
      <dt>Hash</dt>
      <dd>
        <code>{block.hash}</code>{' '}
        <CopyButton text={`${String(block.number)} ${block.hash}`} label="Copy number and hash" />
      </dd>
      <dt>Sealed</dt>
      <dd>
        <Time instant={block.sealed_at} />
      </dd>
      <dt>Up to position</dt>
      <dd>{block.last_position}</dd>
    </dl>
  </>
);

/** What a check of the log found. */
export const VerificationResult = ({ checked }: { readonly checked: Checked }): ReactNode => (
  <div className="stack" aria-live="polite">
    {verdict(checked)}
    <p>
      {counted(checked.events, 'event')} and {counted(checked.blocks, 'signed block')} checked
      {checked.erased === 0 ? '' : `, ${checked.erased.toLocaleString()} of them erased`}
      {checked.unsealed === 0 ? '' : `; ${checked.unsealed.toLocaleString()} at the end in no block yet`}.
    </p>
    {checked.lastBlock === null ? null : <LastBlock block={checked.lastBlock} />}
    {checked.publicKeys.length === 0 ? null : (
      <details>
        <summary>{counted(checked.publicKeys.length, 'public key')}</summary>
        <dl className="facts">
          {checked.publicKeys.map(({ key_id: id, public_key: key }) => (
            <div key={id}>
              <dt>{id}</dt>
              <dd>
                <code>{key}</code>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    )}
  </div>
);
