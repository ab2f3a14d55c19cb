/** In units of `rem`: a row with its distance to the next, a column that bears the longest status, and what frames them. */
const row = 1.5;
const column = 28;
const frame = 2;
/** A control in the middle of a window leaves its tooltip less than half of it. */
const comfort = 0.42;

export interface TooltipGrid {
  readonly rows: number;
  readonly columns: number;
  /** Servers that are shown; the rest is counted in the last place. */
  readonly shown: number;
}

/**
 * How `count` servers are laid out in a window of so many `rem`. A tooltip cannot be scrolled, so further ones stand in
 * columns beside the first, and then further down; only what no window of this size could show is counted instead.
 */
export const tooltipGrid = (
  count: number,
  { width, height }: { readonly width: number; readonly height: number },
): TooltipGrid => {
  const fitting = Math.max(1, Math.floor((height - 2 * frame) / row));
  const easy = Math.max(1, Math.min(fitting, Math.floor((height * comfort) / row)));
  const columns = Math.min(
    Math.max(1, Math.floor((width - frame) / column)),
    Math.max(1, Math.ceil(count / easy)),
  );
  const rows = Math.max(1, Math.min(fitting, Math.ceil(count / columns)));
  return { rows, columns, shown: count <= rows * columns ? count : rows * columns - 1 };
};
