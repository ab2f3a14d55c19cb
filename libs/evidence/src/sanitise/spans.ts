import { cutUtf8 } from '../text/utf8.ts';

/** What stands where a secret stood. Inert: no rule matches it, and no rule reads past it. */
export const REDACTED = '[redacted]';
/** What stands where a path of the machine stood. */
export const PATH = '[path]';

const MARKERS = [REDACTED, PATH] as const;

/** A part of a text to replace, and what to put in its place. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The markers that already stand in a text, in order. */
function markersIn(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('['); at !== -1; at = text.indexOf('[', at + 1)) {
    const marker = MARKERS.find((candidate) => text.startsWith(candidate, at));
    if (marker !== undefined) spans.push({ start: at, end: at + marker.length, text: marker });
  }
  return spans;
}

const isInside = (span: Span, markers: readonly Span[], from: number): boolean => {
  const marker = markers[from];
  return marker !== undefined && marker.start <= span.start && span.end <= marker.end;
};

/** Of two replacements of overlapping spans, the one that says least. */
const quieter = (a: Span, b: Span): string => {
  if (a.start <= b.start && b.end <= a.end) return a.text;
  if (b.start <= a.start && a.end <= b.end) return b.text;
  return REDACTED;
};

/** Overlapping spans made one, in order; spans within a marker are dropped, a marker that is touched is swallowed. */
function merge(found: readonly Span[], markers: readonly Span[]): Span[] {
  const sorted = [...found].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Span[] = [];
  let marker = 0;
  for (const span of sorted) {
    while ((markers[marker]?.end ?? Infinity) <= span.start) marker += 1;
    if (span.start >= span.end || isInside(span, markers, marker)) continue;
    const touched = markers[marker];
    const start = Math.min(span.start, touched?.start ?? span.start);
    const last = merged.at(-1);
    if (last !== undefined && start < last.end) {
      merged[merged.length - 1] = {
        start: last.start,
        end: Math.max(last.end, span.end),
        text: quieter(last, span),
      };
    } else {
      merged.push({ ...span, start });
    }
  }
  return merged;
}

/** Replaces the spans, and nothing else. */
export function replaceSpans(text: string, found: readonly Span[]): string {
  if (found.length === 0) return text;
  const markers = markersIn(text);
  let out = '';
  let from = 0;
  let marker = 0;
  for (const span of merge(found, markers)) {
    while ((markers[marker]?.end ?? Infinity) <= span.end) marker += 1;
    const cut = markers[marker];
    out += text.slice(from, span.start) + span.text;
    from = cut !== undefined && cut.start < span.end ? cut.end : span.end;
  }
  return out + text.slice(from);
}

/** At most `maxBytes` of UTF-8, cut between characters and never within a marker. */
export function cutText(text: string, maxBytes: number): string {
  const kept = cutUtf8(text, maxBytes);
  if (kept.length === text.length) return text;
  const torn = markersIn(text).find((marker) => marker.start < kept.length && marker.end > kept.length);
  return torn === undefined ? kept : kept.slice(0, torn.start);
}
