/**
 * Why a server that is to be reached over the legacy SSE transport gave no stream, as a reason code: there nothing of
 * the protocol was asked yet. Null where it did give one.
 */
export function refusalOfStream(answer: {
  readonly status: number;
  readonly content_type: string | null;
  readonly offers_sign_in: boolean;
}): string | null {
  const { status, content_type, offers_sign_in } = answer;
  if (status === 401) return offers_sign_in ? 'auth_required' : 'auth_required_no_offer';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status >= 500) return 'initialize_failed';
  if (status >= 400) return 'wrong_transport';
  const isStream = /^text\/event-stream\b/i.test(content_type ?? '');
  return isStream ? null : 'not_mcp';
}
