export type Value = string | number | boolean;

export type Values = Readonly<Record<string, Value | null>>;

/** As OTLP has it in JSON. */
export interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, Value>>;
}

function valueOf(value: Value): Attribute['value'] {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
}

/** What is null is left out. */
export function attributesOf(values: Values): readonly Attribute[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === null ? [] : [{ key, value: valueOf(value) }],
  );
}

/**
 * An attribute as the text of a list of them, with the comma before it; nothing for null. Spans are many, and written
 * so they cost a third of what objects do.
 */
export function attributeText(key: string, value: Value | null): string {
  if (value === null) return '';
  if (typeof value === 'string') return `,{"key":"${key}","value":{"stringValue":${JSON.stringify(value)}}}`;
  if (Number.isInteger(value)) return `,{"key":"${key}","value":{"intValue":${value}}}`;
  return `,${JSON.stringify({ key, value: valueOf(value) })}`;
}

/** Nanoseconds since 1970 as OTLP has them in JSON, of milliseconds with fractions. */
export function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, '0')}`;
}
