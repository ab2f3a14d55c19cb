import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { buildReactHost } from '../../support/example-host.ts';
import { accepted, delivered, listed, manyTools } from './story.ts';
import { focusPath, sideways, violations, withHost } from './surfaces.ts';

jest.setTimeout(180_000);

describe('the parts in a page made with React', () => {
  it('keep the focus in the dialog, are followed live, and give the focus back, under the same strict policy', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'witness-host-'));
    try {
      const files = await buildReactHost(folder);
      await withHost(
        async ({ story, onEach }) => {
          await story.open();
          await story.tell(delivered('witness'), accepted);
          await onEach(async ({ page, name, openExplorer, openServer, closeExplorer }) => {
            await openExplorer();
            await openServer('witness');
            await story.tell(listed(manyTools(name.length)));
            await page.getByTestId(`mcp-tool-row-tool_00${name.length - 1}`).waitFor();
            expect(await violations(page)).toEqual([]);
            expect(await sideways(page)).toBe(0);
            for (let step = 0; step < 20; step += 1) {
              await page.keyboard.press('Tab');
              expect(
                await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null),
              ).toBe(true);
            }
            await closeExplorer();
            expect((await focusPath(page)).at(-1)).toBe('button MCP servers');
          });
        },
        { files },
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
