import { codes } from '../codes/codes.ts';
import type { CatalogTool } from '../events/events.ts';
import type { Attempt, Finding, History } from '../report/report.ts';
import { SUMMARY_LIMIT } from '../sanitise/text.ts';
import { cutUtf8, utf8Length } from '../text/utf8.ts';

/** The tools of a digest, where they are kept. */
export type CatalogsHeld = (
  digest: string,
) => readonly Pick<CatalogTool, 'name' | 'description' | 'input_schema'>[] | null;

/** As many tools as a catalog holds: of one that is full it is not known what else there was. */
const fullCatalog = 128;
const mostNames = 4;
/** What all names of a finding may take beside the sentences before them. */
const namesBytes = SUMMARY_LIMIT - 100;

type Tools = NonNullable<ReturnType<CatalogsHeld>>;

const bodiesOf = (tools: Tools): ReadonlyMap<string, string> =>
  new Map(
    tools.map(({ name, description, input_schema }) => [name, JSON.stringify([description, input_schema])]),
  );

function listed(what: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return ` ${what}: ${names.slice(0, mostNames).join(', ')}${more}.`;
}

function difference(before: Tools, now: Tools): string {
  const [then, today] = [bodiesOf(before), bodiesOf(now)];
  const fresh = [...today.keys()].filter((name) => !then.has(name));
  const gone = [...then.keys()].filter((name) => !today.has(name));
  const other = [...today].flatMap(([name, body]) =>
    then.has(name) && then.get(name) !== body ? [name] : [],
  );
  return listed('New', fresh) + listed('Gone', gone) + listed('Changed', other);
}

/** Which tools are new, gone or changed, as sentences behind a space; empty unless both catalogs are held whole. */
export function namesOfChange(
  digests: { readonly before: string; readonly now: string },
  held: CatalogsHeld,
): string {
  const [before, now] = [held(digests.before), held(digests.now)];
  if (before === null || now === null || Math.max(before.length, now.length) >= fullCatalog) return '';
  const names = difference(before, now);
  return utf8Length(names) <= namesBytes ? names : `${cutUtf8(names, namesBytes - 3)}…`;
}

interface Change {
  readonly server_name: string;
  readonly before: string;
  readonly now: string;
}

function changesIn({ current, previous: [former] }: History): readonly Change[] {
  const digestIn = (attempt: Attempt | undefined, name: string): string | null =>
    attempt?.servers.find((server) => server.name === name)?.tool_catalog_digest ?? null;
  return current.findings.flatMap(({ code, server_name }) => {
    if (code !== codes.finding.catalogChanged || server_name === null) return [];
    const [before, now] = [digestIn(former, server_name), digestIn(current, server_name)];
    return before === null || now === null ? [] : [{ server_name, before, now }];
  });
}

/** Digests of the catalogs by which {@link nameChanges} can say more. */
export const digestsOfChanges = (history: History): readonly string[] =>
  changesIn(history).flatMap(({ before, now }) => [before, now]);

/** The same report, in which each changed list of tools of the current attempt is told by name where both are held. */
export function nameChanges(history: History, held: CatalogsHeld): History {
  const changes = changesIn(history);
  if (changes.length === 0) return history;
  const named = (finding: Finding): Finding => {
    const change = changes.find(({ server_name }) => server_name === finding.server_name);
    if (finding.code !== codes.finding.catalogChanged || change === undefined) return finding;
    return { ...finding, summary: finding.summary + namesOfChange(change, held) };
  };
  return { ...history, current: { ...history.current, findings: history.current.findings.map(named) } };
}
