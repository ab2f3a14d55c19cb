import { type EnvironmentReader } from './environment.ts';
import { type TelemetrySettings } from './settings.ts';

const isHttpUrl = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return null;
  }
};

/** `name=value` pairs with commas between them, values percent-encoded, as every OpenTelemetry exporter takes them. */
const readHeaders = (reader: EnvironmentReader): Readonly<Record<string, string>> => {
  const text = reader.secret('OTEL_EXPORTER_OTLP_HEADERS');
  const headers: Record<string, string> = {};
  for (const pair of text?.split(',') ?? []) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(at, 0)).trim();
    const value = decode(pair.slice(at + 1));
    if (/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name) && value !== null && /^[\t\x20-\x7e]*$/.test(value)) {
      headers[name.toLowerCase()] = value;
      continue;
    }
    reader.fault(
      'OTEL_EXPORTER_OTLP_HEADERS',
      'must be name=value pairs with commas between, percent-encoded',
    );
    break;
  }
  return headers;
};

const checkProtocol = (reader: EnvironmentReader): void => {
  const protocol = reader.text('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/json';
  if (protocol === 'http/json') return;
  reader.fault(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'must be http/json or unset: the collector takes it at the same address as http/protobuf, port 4318 by default',
  );
};

/** Null: no collector is named, and nothing is measured for one. */
export const readTelemetry = (reader: EnvironmentReader): TelemetrySettings | null => {
  const endpoint = reader.text('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === null) return null;
  if (!isHttpUrl(endpoint)) {
    reader.fault('OTEL_EXPORTER_OTLP_ENDPOINT', 'must be an http or https URL such as http://127.0.0.1:4318');
  }
  checkProtocol(reader);
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    headers: readHeaders(reader),
    serviceName: reader.text('OTEL_SERVICE_NAME') ?? 'mcp-witness',
    metricIntervalMs: reader.integer('OTEL_METRIC_EXPORT_INTERVAL', {
      min: 100,
      max: 3_600_000,
      otherwise: 60_000,
    }),
  };
};
