import { classifyError } from '@mcp-witness/evidence';

interface NetworkFailure {
  readonly reason_code: string;
  readonly summary: string;
}

/** Why a server could not be reached, from the code of a system error and in words of ours. */
export function networkFailure(error: Error): NetworkFailure | 'not_mcp' {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code.startsWith('HPE_')) return 'not_mcp';
  const known = classifyError(code);
  if (known !== null) return { reason_code: known.reason_code, summary: known.summary };
  if (/CERT|TLS|SSL|_SIGNATURE|^EPROTO$/.test(code)) {
    return {
      reason_code: 'tls_failed',
      summary: 'No secure connection to the server could be made.',
    };
  }
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') {
    return { reason_code: 'connection_refused', summary: 'There is no way to the address of the server.' };
  }
  return { reason_code: 'connection_refused', summary: 'The server ended the connection without an answer.' };
}
