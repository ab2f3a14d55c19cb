/**
 * Whether a name fits a glob: `*` stands for any text, `?` for one character, everything else for itself, case included.
 * Takes at most as many steps as the lengths multiplied, whatever the glob.
 */
export function fitsGlob(name: string, glob: string): boolean {
  const text = Array.from(name);
  const pattern = Array.from(glob);
  let at = 0;
  let here = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    const wanted = pattern[here];
    if (wanted === '*') {
      star = here;
      resume = at;
      here += 1;
    } else if (wanted === '?' || wanted === text[at]) {
      at += 1;
      here += 1;
    } else if (star === -1) {
      return false;
    } else {
      resume += 1;
      at = resume;
      here = star + 1;
    }
  }
  return pattern.slice(here).every((left) => left === '*');
}
