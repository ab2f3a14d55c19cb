import type { Verification, WitnessClient } from '@mcp-witness/client';
import { useEffect, useRef, useState } from 'react';
import { useService } from '../app/service.tsx';

/** What was looked at so far, and what was found. */
export interface Checked {
  readonly state: 'running' | 'done' | 'stopped';
  readonly events: number;
  readonly erased: number;
  readonly blocks: number;
  /** Events at the end that are in no block yet. */
  readonly unsealed: number;
  readonly firstBad: Verification['first_bad'];
  readonly lastBlock: Verification['last_block'];
  readonly publicKeys: Verification['public_keys'];
}

const begun: Checked = {
  state: 'running',
  events: 0,
  erased: 0,
  blocks: 0,
  unsealed: 0,
  firstBad: null,
  lastBlock: null,
  publicKeys: [],
};

const sum = (before: Checked, part: Verification): Checked => ({
  state: part.next_after === null || part.first_bad !== null ? 'done' : 'running',
  events: before.events + part.checked,
  erased: before.erased + part.erased,
  blocks: before.blocks + part.blocks,
  unsealed: part.unsealed,
  firstBad: part.first_bad,
  lastBlock: part.last_block,
  publicKeys: part.public_keys,
});

async function* walk(client: WitnessClient, signal: AbortSignal): AsyncGenerator<Checked, void, undefined> {
  let [checked, after] = [begun, '0'];
  while (checked.state === 'running') {
    const part = await client.verifyLog({ after }, signal);
    checked = sum(checked, part);
    yield checked;
    after = part.next_after ?? after;
  }
}

export interface VerificationRun {
  readonly checked: Checked | null;
  readonly error: unknown;
  readonly start: () => void;
  readonly stop: () => void;
}

/** Checks the whole log part by part, and ends with the page. */
export const useVerification = (): VerificationRun => {
  const { client } = useService();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [error, setError] = useState<unknown>(null);
  const running = useRef<AbortController | null>(null);

  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );

  const run = async (signal: AbortSignal): Promise<void> => {
    setError(null);
    setChecked(begun);
    try {
      for await (const so of walk(client, signal)) setChecked(so);
    } catch (fault) {
      setChecked((so) => so && { ...so, state: 'stopped' });
      if (!signal.aborted) setError(fault);
    }
  };

  return {
    checked,
    error,
    start: () => {
      running.current?.abort();
      running.current = new AbortController();
      void run(running.current.signal);
    },
    stop: () => {
      running.current?.abort();
    },
  };
};
