import { describe, expect, it, jest } from '@jest/globals';
import { accepted, connection, delivered, listed, manyTools, tool } from './story.ts';
import { focusPath, picture, sideways, violations, withHost, type Shown } from './surfaces.ts';

jest.setTimeout(180_000);

const start = [delivered('witness'), accepted] as const;

const nested = {
  type: 'object',
  required: ['query', 'filter'],
  properties: {
    query: { type: 'string', description: 'What to look for.', minLength: 1 },
    filter: {
      type: 'object',
      description: 'Which sessions.',
      required: ['status'],
      properties: {
        status: { enum: ['active', 'failed'] },
        since: { oneOf: [{ type: 'string', format: 'date-time' }, { $ref: '#/$defs/ago' }] },
      },
    },
    limit: { type: 'integer', maximum: 50, default: 10 },
  },
  $defs: { ago: { type: 'object', properties: { minutes: { type: 'number' } } } },
};

const back = async ({ page, name }: Shown, label: string): Promise<void> => {
  const button = page.getByRole('button', { name: label });
  await (name === 'desktop' ? button.click() : button.tap());
};

const openTool = async ({ page, name }: Shown, tool_name: string): Promise<void> => {
  const row = page.getByTestId(`mcp-tool-row-${tool_name}`);
  await (name === 'desktop' ? row.click() : row.tap());
  await page.getByTestId('mcp-tool-detail').waitFor();
};

describe('the tools of a server', () => {
  it('are listed with an estimate each and their sum, and a hint on how it was made', async () => {
    await withHost(async ({ story, onEach }) => {
      await story.open();
      await story.tell(
        ...start,
        listed([tool('look', { estimated_tokens: 1 }), tool('tell', { estimated_tokens: 61 })]),
      );
      await onEach(async ({ page, openExplorer, openServer }) => {
        await openExplorer();
        await openServer('witness');
        const tokens = page.getByTestId('mcp-tool-list').locator('.witness-tokens');
        expect(await tokens.allInnerTexts()).toEqual(['~1 token', '~61 tokens']);
        const panel = page.getByTestId('mcp-tool-list-scroll');
        expect(await panel.innerText()).toContain('2 tools · ~62 tokens');
        expect(await panel.innerText()).toContain(
          'Estimated by o200k_base:mcp-tool-json-v1. The agent may count tokens, or load tools, differently.',
        );
      });
    });
  });

  it('scroll inside, under a header that stays, and come back as they were left', async () => {
    await withHost(async ({ story, onEach }) => {
      await story.open();
      await story.tell(...start, listed(manyTools(120)));
      await onEach(async (shown) => {
        const { page, explorer, openExplorer, openServer } = shown;
        await openExplorer();
        await openServer('witness');
        const scroll = page.getByTestId('mcp-tool-list-scroll');
        const tops = (): Promise<number[]> =>
          explorer
            .locator('.witness-header, .witness-page-head, .witness-tabs')
            .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
        const before = await tops();
        await scroll.evaluate((element) => {
          element.scrollTop = 1500;
        });
        const after = await tops();
        expect(after.length).toBe(3);
        for (const [index, top] of after.entries())
          expect(Math.abs(top - before[index]!)).toBeLessThanOrEqual(1);
        const box = (await explorer.boundingBox())!;
        expect(box.y + box.height).toBeLessThanOrEqual(page.viewportSize()!.height + 1);
        // The list has most of the page.
        const panes = (await explorer.locator('.witness-panes').boundingBox())!;
        expect((await scroll.boundingBox())!.height).toBeGreaterThan(panes.height * 0.6);
        await picture(shown, 'tools');

        const row = page.getByTestId('mcp-tool-row-tool_040');
        await row.scrollIntoViewIfNeeded();
        const left = await scroll.evaluate((element) => element.scrollTop);
        await openTool(shown, 'tool_040');
        await back(shown, 'Back to tools');
        await row.waitFor();
        expect(await scroll.evaluate((element) => element.scrollTop)).toBe(left);
        expect((await focusPath(page)).at(-1)).toContain('tool_040');
        expect(await page.evaluate(() => document.documentElement.scrollTop)).toBe(0);
        expect(await violations(page)).toEqual([]);
      });
    });
  });

  it('open each on a page of its own, with description, arguments and the schema as JSON', async () => {
    await withHost(async ({ story, onEach }) => {
      await story.open();
      await story.tell(
        ...start,
        listed([
          tool('find_sessions', { description: 'Finds sessions.\nNewest first.', input_schema: nested }),
        ]),
      );
      await onEach(async (shown) => {
        const { page, openExplorer, openServer } = shown;
        await openExplorer();
        await openServer('witness');
        await openTool(shown, 'find_sessions');
        const detail = page.getByTestId('mcp-tool-detail');
        expect(await detail.innerText()).toContain('Finds sessions.\nNewest first.');
        expect(await detail.locator('.witness-tokens').innerText()).toBe('~113 tokens');
        const rows = await page
          .getByRole('list', { name: 'Arguments' })
          .getByRole('listitem')
          .allInnerTexts();
        expect(rows.map((row) => row.replaceAll(/\s+/g, ' '))).toEqual([
          'query string required What to look for. characters, at least 1',
          'filter object required Which sessions.',
          'status string required one of "active", "failed"',
          expect.stringContaining('since string or object optional'),
          'Form 1 of 2 string format date-time',
          'Form 2 of 2 object',
          'minutes number optional',
          'limit integer optional at most 50 · default 10',
        ]);
        await picture(shown, 'tool');
        await detail.locator('summary').click();
        expect(JSON.parse(await detail.locator('pre').innerText())).toEqual(nested);
        expect(await violations(page)).toEqual([]);
        expect(await sideways(page)).toBe(0);
        await back(shown, 'Back to tools');
        if (shown.name === 'desktop') return;
        await back(shown, 'Back to servers');
        expect((await focusPath(page)).at(-1)).toContain('witness');
      });
    });
  });

  it('are said not to be loaded before a list was seen, and never to be 0', async () => {
    await withHost(async ({ story, onEach }) => {
      await story.open();
      await story.tell(...start);
      await onEach(async (shown) => {
        const { page, openExplorer, openServer } = shown;
        await openExplorer();
        await openServer('witness');
        const text = await page.getByTestId('mcp-server-detail').innerText();
        expect(text).toContain('The tool catalog is not loaded');
        expect(text).not.toMatch(/\b0 tools|\(0\)/);
        await picture(shown, 'not-loaded');
        expect(await violations(page)).toEqual([]);
      });
    });
  });

  it('are said to be cut, incomplete or stale where they are', async () => {
    await withHost(async ({ story, onEach }) => {
      await story.open();
      await story.tell(...start, listed(manyTools(130), { complete: false }), [
        'tools-changed',
        connection,
        'in_session_endpoint',
      ]);
      await onEach(async (shown) => {
        const { page, openExplorer, openServer } = shown;
        await openExplorer();
        await openServer('witness');
        const panel = page.getByTestId('mcp-tool-list-scroll');
        expect(await panel.getByRole('listitem').count()).toBe(128);
        const text = await panel.innerText();
        expect(text).toContain('130 tools · ~14040 tokens');
        expect(text).toContain('128 of 130 tools are shown');
        expect(text).toContain('did not ask for every page');
        expect(text).toContain('its tools changed');
        await picture(shown, 'cut');
      });
    });
  });

  it('keep description and estimate where a schema is too large or invalid, which are told apart', async () => {
    const long = Object.fromEntries(
      Array.from({ length: 900 }, (_, index) => [
        `argument_${index}`,
        { type: 'string', description: 'x'.repeat(60) },
      ]),
    );
    await withHost(async ({ story, onEach }) => {
      await story.open();
      await story.tell(
        ...start,
        listed([
          tool('big', { input_schema: { type: 'object', properties: long } }),
          tool('odd', { input_schema: 'none' }),
          tool('plain', { input_schema: undefined }),
        ]),
      );
      await onEach(async (shown) => {
        const { page, openExplorer, openServer } = shown;
        await openExplorer();
        await openServer('witness');
        const detail = page.getByTestId('mcp-tool-detail');
        for (const [name, words] of [
          ['big', 'too large to show'],
          ['odd', 'no JSON object'],
          ['plain', 'gave no input schema'],
        ]) {
          await openTool(shown, name!);
          const text = await detail.innerText();
          expect(text).toContain(words!);
          expect(text).toContain(`What ${name!} does.`);
          expect(text).toMatch(/~\d+ tokens/);
          if (name === 'big') await picture(shown, 'too-large');
          await back(shown, 'Back to tools');
        }
      });
    });
  });

  it('are text whatever they say: no markup, no escape sequence, nothing that turns or hides what is around it', async () => {
    const hostile =
      '<img src=x onerror=alert(1)> **bold** [link](javascript:alert(1)) \u001b[31mred\u001b[0m \u202eturned\u2066 in\u200bvisible';
    await withHost(async ({ story, onEach }) => {
      await story.open();
      await story.tell(
        ...start,
        listed([
          tool('<b>bold</b>', {
            description: hostile,
            input_schema: { properties: { '<i>a</i>': { type: '<u>', description: hostile } } },
          }),
        ]),
      );
      await onEach(async (shown) => {
        const { page, explorer, openExplorer, openServer } = shown;
        await openExplorer();
        await openServer('witness');
        await page.locator('[data-tool-name]').click();
        const detail = page.getByTestId('mcp-tool-detail');
        const text = await detail.innerText();
        expect(text).toContain('<img src=x onerror=alert(1)> **bold** [link](javascript:alert(1)) red');
        expect(text).toContain('<i>a</i>');
        for (const unwanted of ['\u001b', '\u202e', '\u2066', '\u200b']) expect(text).not.toContain(unwanted);
        expect(await explorer.locator('img, b, i, u, a').count()).toBe(0);
        expect(await sideways(page)).toBe(0);
        await picture(shown, 'hostile');
      });
    });
  });
});
