import { describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { BlockSealer } from '../../src/audit/blocks/block-sealer.ts';
import { tellStory, testSigner, withAuditedLog } from './support.ts';

describe('hosts that sign one log with different keys', () => {
  it('say so once, naming both keys and what to do', () =>
    withAuditedLog(async ({ log, stored, blocks, keys, database }) => {
      const warnings: string[] = [];
      const ignore = (): void => undefined;
      Logger.overrideLogger({ log: ignore, error: ignore, warn: (text: string) => warnings.push(text) });
      try {
        const [first, second] = [testSigner(), testSigner()];
        const [one, other] = [first, second].map(
          (signer) => new BlockSealer({ stored, keys, blocks, signer }, database.appPool),
        );
        await tellStory(log, 3);
        await one?.seal();
        await one?.seal();
        expect(warnings).toEqual([]);
        await tellStory(log, 3);
        await other?.seal();
        await other?.seal();
        expect(warnings).toHaveLength(1);
        for (const part of [first.key_id, second.key_id, 'WITNESS_SIGNING_KEY'])
          expect(warnings[0]).toContain(part);
        await one?.seal();
        expect(warnings).toHaveLength(2);
      } finally {
        Logger.overrideLogger(false);
      }
    }));
});
