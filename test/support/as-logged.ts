import { type Finding, type History, withoutTools } from '@mcp-witness/evidence';

/** Which tools changed is told from catalogs, behind the counts that the log has. */
const withoutNames = (finding: Finding): Finding =>
  finding.code === 'catalog_changed'
    ? { ...finding, summary: finding.summary.replace(/(?<=, now \d+\.).*/su, '') }
    : finding;

/** A report with what the log alone says, as plain JSON: tools and their names lie apart, in catalogs. */
export const asLogged = (history: History): Readonly<Record<string, unknown>> => {
  const { current, ...others } = withoutTools(history);
  const logged = { ...others, current: { ...current, findings: current.findings.map(withoutNames) } };
  return JSON.parse(JSON.stringify(logged)) as Readonly<Record<string, unknown>>;
};
