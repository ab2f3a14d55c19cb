export type Value = string | number | boolean;

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
export function attributesOf(values: Readonly<Record<string, Value | null>>): readonly Attribute[] {
  const attributes: Attribute[] = [];
  for (const key in values) {
    const value = values[key];
    if (value !== null && value !== undefined) attributes.push({ key, value: valueOf(value) });
  }
  return attributes;
}

/** Nanoseconds since 1970 as OTLP has them in JSON, of milliseconds with fractions. */
export function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, '0')}`;
}
