/** The id by which react-aria finds the style that it adds to a document, or adds it. */
const id = 'react-aria-pressable-style';

const rule = '@layer { [data-react-aria-pressable] { touch-action: pan-x pan-y pinch-zoom; } }';

/**
 * The same style as react-aria adds as an inline element, which a strict Content-Security-Policy refuses, as a
 * constructed sheet; an element with its id keeps react-aria from adding it too.
 */
export const keepPressStyle = (): void => {
  if (document.getElementById(id) !== null) return;
  const mark = document.createElement('meta');
  mark.id = id;
  document.head.append(mark);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rule);
  document.adoptedStyleSheets.push(sheet);
};
