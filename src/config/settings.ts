/** Dependency injection token of {@link Settings}. */
export const SETTINGS = Symbol('SETTINGS');

export type AuthMode = 'none' | 'required';
type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Where traces and metrics go, over OTLP. */
export interface TelemetrySettings {
  /** Without a slash at the end; `/v1/traces` and `/v1/metrics` follow it. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly metricIntervalMs: number;
}

/** Who signs people and services in, where API keys are not the only way. */
export interface OidcSettings {
  /** As its tokens name it in `iss`. */
  readonly issuer: string;
  /** What bearer tokens for this service name in `aud`. */
  readonly audience: string;
  /** The client as which the console signs people in. */
  readonly clientId: string;
  /** Null: a public client, that is, PKCE alone. */
  readonly clientSecret: string | null;
}

/** Every setting of the service, read once at start. */
export interface Settings {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Absolute path. Holds the embedded database, when there is one. */
  readonly dataDirectory: string;
  /** Null: the embedded PostgreSQL under `dataDirectory`. */
  readonly databaseUrl: string | null;
  /** Whom to migrate as, where `databaseUrl` names no owner. */
  readonly databaseMigrationUrl: string | null;
  /** Of the KurrentDB that keeps the event log; null: PostgreSQL keeps it, as it keeps the read models in any case. */
  readonly kurrentdbUrl: string | null;
  readonly auth: AuthMode;
  /** A key with every scope that is known from the first start, so that others can be made with it. */
  readonly adminKey: string | null;
  readonly oidc: OidcSettings | null;
  /** Origin under which browsers reach the service; null: the one that they ask for. */
  readonly publicUrl: string | null;
  /** Other origins whose pages may call the API, exactly as browsers name them. */
  readonly corsOrigins: readonly string[];
  /** Requests a minute that one credential may make of this process, where its key says nothing else. */
  readonly rateLimit: number;
  readonly logLevel: LogLevel;
  readonly telemetry: TelemetrySettings | null;
  /** 32 bytes that the keys of sessions are wrapped with; null: they lie in the database as they are. */
  readonly keyEncryptionKey: Buffer | null;
  /** What they were wrapped with before; they are wrapped anew at the start. */
  readonly formerKeyEncryptionKey: Buffer | null;
  /** PKCS #8 PEM of the Ed25519 key that signs blocks; null: one is made in `dataDirectory`. */
  readonly signingKey: string | null;
  /** Days that read models are kept after a session was last seen. */
  readonly retentionDays: number;
  /** The same for the log, whose payloads are then erased; null: kept. */
  readonly logRetentionDays: number | null;
}

/** One setting that cannot be used. `reason` never holds the value of a secret. */
export interface SettingFault {
  readonly setting: string;
  readonly reason: string;
}

export type ReadSettings =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly faults: readonly SettingFault[] };
