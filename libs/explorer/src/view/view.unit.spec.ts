import { describe, expect, it } from '@jest/globals';
import type { History, Server } from '@mcp-witness/evidence';
import { completeHistory } from '../store/complete-history.ts';
import { createFormats } from '../words/formats.ts';
import { phraseText } from '../words/phrase.ts';
import { statusSign } from '../words/status-sign.ts';
import { catalogView } from './catalog-words.ts';
import { changedStatuses } from './changed-statuses.ts';
import { evidenceSentence } from './evidence-sentence.ts';
import { chooseServer, orderServers } from './order.ts';
import { firstPlace, showPlace } from './place.ts';
import { rowLine, useLine } from './server-words.ts';
import { testStage } from './test-words.ts';
import { tooltipGrid } from './tooltip-grid.ts';

const now = (): Date => new Date('2026-11-30T18:00:00Z');
const formats = createFormats({ locale: 'en-GB', timeZone: 'UTC', now });
const at = '2026-11-30T12:03:11.5Z';

const historyOf = (servers: readonly object[], over: object = {}): History =>
  completeHistory(
    {
      version: 1,
      current: { attachment_attempt_id: 'A', started_at: at, servers, ...over },
      previous: [],
    } as never,
    'S',
  );

const serverOf = (over: object): Server => historyOf([{ name: 'hub', ...over }]).current.servers[0]!;

describe('the evidence for a status', () => {
  const entry = (kind: string, witness: string): object => ({ kind, witness, server_name: 'hub' });

  it.each([
    ['active', { tools_listed_at: at }, 'tools listed 12:03:11 by the in-session endpoint'],
    ['active', { used_at: at }, 'call served 12:03:11'],
    ['connected', { connected_at: at }, 'protocol accepted 12:03:11; tools not listed yet'],
    ['delivered', { delivered_at: at }, 'sent 12:03:11 by the ACP relay; nothing seen since'],
    [
      'delivered',
      { delivered_at: at, reason_code: 'forbidden' },
      'sent 12:03:11 by the ACP relay; refused since',
    ],
    ['disconnected', { disconnected_at: at }, 'connection closed 12:03:11'],
    ['failed', { failed_at: at }, 'reported 12:03:11'],
    ['filtered', { filtered_at: at }, 'left out 12:03:11'],
    ['unavailable', {}, 'could not be prepared'],
    ['configured', { configured_at: at }, 'configured 12:03:11; not on the wire, reason unknown'],
    ['unknown', {}, 'a status that is not known here'],
  ])('%s reads as a sentence: %j', (status, over, sentence) => {
    const evidence = [
      entry('tools-listed', 'in_session_endpoint'),
      entry('server-delivered', 'acp_relay'),
      { ...entry('tool-called', 'front'), server_name: 'another' },
    ];
    const { current } = historyOf([{ name: 'hub', status, ...over }], { evidence });
    expect(phraseText(evidenceSentence(current, current.servers[0]!), formats)).toBe(sentence);
  });

  it('has a shape of its own for each colour, and a word for what is not known', () => {
    const signs = ['active', 'connected', 'delivered', 'failed', 'disconnected'].map(statusSign);
    expect(new Set(signs.map(({ shape }) => shape)).size).toBe(5);
    expect(statusSign('constructor')).toEqual({ label: 'Unknown', colour: 'grey', shape: 'dots' });
  });

  it('says the day of what was not today, and any text that is no time as it is', () => {
    expect([formats.clock('2026-11-29T12:03:11Z'), formats.clock('soon')]).toEqual([
      '29 Nov, 12:03:11',
      'soon',
    ]);
  });
});

describe('the lines of a server', () => {
  it('give the reason first, otherwise tools and calls, and use on a line of its own', () => {
    const used = serverOf({ tool_count: 1, tool_call_count: 3, tool_error_count: 1, used_at: at });
    expect(rowLine(used)).toBe('1 tool · 3 calls');
    expect(phraseText(useLine(used)!, formats)).toBe('Used: 3 calls, 1 with an error, first 12:03:11');
    expect(rowLine(serverOf({ reason_code: 'disabled' }))).toBe(
      'disabled: its configuration switches it off',
    );
    expect([rowLine(serverOf({})), useLine(serverOf({}))]).toEqual(['', null]);
  });

  it('count no tools before a list was seen, and say why there are none of a server of others', () => {
    expect(catalogView(serverOf({ source: 'built_in' }))).toMatchObject({
      summary: null,
      notes: [expect.stringContaining('not loaded')],
    });
    expect(catalogView(serverOf({ source: 'profile' })).notes[0]).toContain('directly');
    const fronted = serverOf({ source: 'profile', observed: true, tool_count: 4 });
    expect(catalogView(fronted)).toMatchObject({
      summary: '4 tools',
      notes: [expect.stringContaining('not ours')],
    });
  });
});

describe('the place of a reader', () => {
  const servers = [{ name: 'notes' }, { name: 'witness', source: 'built_in', tools: [{ name: 'look' }] }];
  const history = historyOf(servers);

  it('begins with the built-in server, and goes back to it when another is gone', () => {
    const names = orderServers(history.current.servers).map(({ name }) => name);
    expect(names).toEqual(['witness', 'notes']);
    expect(chooseServer(history.current.servers, 'notes')?.name).toBe('notes');
    expect(chooseServer(history.current.servers, 'gone')?.name).toBe('witness');
    expect(chooseServer(historyOf([{ name: 'b' }, { name: 'a' }]).current.servers, null)?.name).toBe('b');
  });

  it('gives a tool that is gone up for its server, and a tool of a server that is gone for the first one', () => {
    const shown = (server: string, tool: string): unknown[] => {
      const { page, server: found, tool: of } = showPlace({ page: 'tool', server, tool }, history);
      return [page, found?.name, of?.name];
    };
    expect(shown('witness', 'look')).toEqual(['tool', 'witness', 'look']);
    expect(shown('witness', 'gone')).toEqual(['server', 'witness', undefined]);
    expect(shown('gone', 'look')).toEqual(['server', 'witness', undefined]);
    expect(showPlace(firstPlace, historyOf([]))).toEqual({ page: 'servers', server: null, tool: null });
  });
});

describe('what is said aloud', () => {
  const one = (status: string, session = 'S'): History => ({
    ...historyOf([{ name: 'hub', status }]),
    session_id: session,
  });

  it('is what changed within one session, and nothing else', () => {
    expect(changedStatuses(one('connected'), one('active'))).toBe('hub: Active');
    expect(changedStatuses(one('active'), one('active'))).toBe('');
    expect(changedStatuses(one('active'), one('failed', 'T'))).toBe('');
    expect(changedStatuses(null, one('active'))).toBe('');
    expect(changedStatuses(one('active'), historyOf([]))).toBe('hub: no longer named');
  });
});

describe('the servers of a tooltip', () => {
  const desktop = { width: 80, height: 50 };

  it('stand below one another, then beside one another, and all are there while any window of the size holds them', () => {
    expect(tooltipGrid(3, desktop)).toEqual({ rows: 3, columns: 1, shown: 3 });
    expect(tooltipGrid(14, desktop)).toEqual({ rows: 14, columns: 1, shown: 14 });
    expect(tooltipGrid(30, desktop)).toEqual({ rows: 15, columns: 2, shown: 30 });
    expect(tooltipGrid(60, desktop)).toEqual({ rows: 30, columns: 2, shown: 60 });
  });

  it('are counted where no window of the size holds them, with place for the count', () => {
    expect(tooltipGrid(61, desktop)).toEqual({ rows: 30, columns: 2, shown: 59 });
    expect(tooltipGrid(9, { width: 10, height: 2 })).toEqual({ rows: 1, columns: 1, shown: 0 });
  });
});

describe('what a test does by now', () => {
  const begun = { elapsed_ms: 0, budget_ms: 50_000, may_download: true };

  it('is said with the budget that it has, also of a stage that is none of ours', () => {
    expect(testStage(null)).toBe('Testing: up to a minute.');
    expect(testStage({ ...begun, stage: 'initialize' })).toBe(
      'Testing, 50 s at most: waiting for its first answer; it may have to be downloaded first.',
    );
    expect(testStage({ ...begun, stage: 'warm_up' })).toBe('Testing, 50 s at most: warm up.');
  });
});
