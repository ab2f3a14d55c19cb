/**
 * Every reason code that we raise, by what it explains. The list is open: producers may send others, and readers
 * keep them. A code matches `[a-z][a-z0-9_]{0,63}` and, once released, keeps its meaning.
 */
export const reasonCodes = {
  /** Left out on purpose, before delivery. */
  filtered: {
    /** The agent said that it takes no HTTP servers. */
    httpUnsupported: 'http_unsupported',
    /** The agent said that it takes no SSE servers. */
    sseUnsupported: 'sse_unsupported',
    /** The agent said that it takes no servers over ACP. */
    acpUnsupported: 'acp_unsupported',
    /** The agent takes no servers over stdio. */
    stdioUnsupported: 'stdio_unsupported',
    /** A rule of the profile denies the server. */
    policyDenied: 'policy_denied',
    /** Another configuration of the same name was delivered. */
    duplicateName: 'duplicate_name',
    /** A host's server bears the built-in server's name and was kept; ours stayed out. */
    reservedName: 'reserved_name',
    /** Its configuration switches it off. */
    disabled: 'disabled',
    /** Its configuration cannot be delivered as it stands. */
    invalidConfiguration: 'invalid_configuration',
    /** The agent speaks a version of its protocol in which nothing is added. */
    protocolUnsupported: 'protocol_unsupported',
    /** The CLI has no way to take this server. */
    passthroughUnsupported: 'passthrough_unsupported',
  },
  /** Wanted, but could not be prepared. */
  unavailable: {
    /** The executable of a stdio server was not found. */
    executableMissing: 'executable_missing',
    /** A value that the configuration refers to has no content. */
    secretUnresolved: 'secret_unresolved',
    /** There is no known way to hand servers to this CLI. */
    strategyMissing: 'strategy_missing',
  },
  /** An attachment failed. */
  failed: {
    /** The agent refused session/new. */
    sessionNewFailed: 'session_new_failed',
    /** The agent refused session/load. */
    sessionLoadFailed: 'session_load_failed',
    /** The agent refused session/resume. */
    sessionResumeFailed: 'session_resume_failed',
    /** The agent refused session/fork. */
    sessionForkFailed: 'session_fork_failed',
    /** A CLI's configuration could not be written. */
    materializationFailed: 'materialization_failed',
    /** The server's process could not be started. */
    spawnFailed: 'spawn_failed',
    /** The server's process ended before it accepted the protocol. */
    processExited: 'process_exited',
    /** Nothing listened at the target. */
    connectionRefused: 'connection_refused',
    /** The target's name has no address. */
    dnsFailed: 'dns_failed',
    /** No TLS session with the target could be made. */
    tlsFailed: 'tls_failed',
    /** The target did not answer within its limit. */
    timeout: 'timeout',
    /** The agent named this server in a structured field of an error. */
    agentReported: 'agent_reported',
  },
  /** A request was answered with no; also results of an endpoint test. */
  refused: {
    /** 401, and a way to sign in was offered. */
    authRequired: 'auth_required',
    /** 401 without any offer. */
    authRequiredNoOffer: 'auth_required_no_offer',
    /** 403. */
    forbidden: 'forbidden',
    /** 404 without a session id in the request. */
    notFound: 'not_found',
    /** The endpoint speaks the other HTTP transport. */
    wrongTransport: 'wrong_transport',
    /** What answered does not speak MCP. */
    notMcp: 'not_mcp',
    /** The protocol version was refused. */
    protocolRejected: 'protocol_rejected',
    /** initialize was answered with another error. */
    initializeFailed: 'initialize_failed',
    /** The transport session is unknown or over. */
    staleSession: 'stale_session',
    /** A second initialize on one connection. */
    alreadyInitialized: 'already_initialized',
    /** tools/list was answered with an error. */
    toolsListFailed: 'tools_list_failed',
    /** A request was longer than the endpoint takes, and nobody read what it asks. */
    requestTooLarge: 'request_too_large',
  },
  /** Beside those of failures and refusals: why a test of an endpoint has no other result. */
  test: {
    /** The server sends its clients to another origin, which is not followed. */
    redirectRefused: 'redirect_refused',
    /** Only the agent can reach the server as it was delivered. */
    notTestable: 'not_testable',
    /** A fault of the test itself. */
    testFailed: 'test_failed',
  },
  /** Nothing failed, but something was odd. */
  warning: {
    /** Lines that are no protocol came on stdout. */
    stdoutNoise: 'stdout_noise',
    /** The first answer took most of the time allowed. */
    slowStart: 'slow_start',
    /** A page of tools brought no new name. */
    paginationLoop: 'pagination_loop',
  },
  /** A connection ended. */
  closed: {
    /** The client deleted its transport session. */
    clientDeleted: 'client_deleted',
    /** The client closed the server's standard input. */
    stdinClosed: 'stdin_closed',
    /** The stream that carried the connection ended. */
    streamClosed: 'stream_closed',
    /** The server's process ended. */
    processExited: 'process_exited',
    /** Our endpoint was closed. */
    endpointClosed: 'endpoint_closed',
  },
  /** An execution ended. */
  ended: {
    /** The agent's process ended by itself. */
    exited: 'exited',
    /** The agent's process was ended by a signal. */
    killed: 'killed',
    /** The session was closed while the process lives on. */
    sessionClosed: 'session_closed',
    /** The executor was not heard of for longer than its lease. */
    leaseLost: 'lease_lost',
  },
  /** Evidence was dropped before it could be sent, or could not be made. */
  lost: {
    /** The spool on disk had reached its limit. */
    spoolFull: 'spool_full',
    /** The buffer in memory had reached its limit. */
    bufferFull: 'buffer_full',
    /** A frame passed that was too long to be read, or encoded in a way that is not known. */
    frameTooLarge: 'frame_too_large',
    /** The program before a stdio server was killed while it held something that it had seen and not told yet. */
    frontKilled: 'front_killed',
  },
} as const;
