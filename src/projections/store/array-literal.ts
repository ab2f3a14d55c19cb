/** A PostgreSQL array literal of these texts, so that many arrays travel as one array of texts. */
export const arrayLiteral = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
