/**
 * Start-up options for every connection of a pool that serves the log (`new Pool({ options: appSession })`, TypeORM:
 * `extra: { options: appSession }`): the session takes the role that may append and read but change nothing, waits for
 * no lock for long, and never keeps the log's end locked while its client sleeps.
 *
 * An `options` in the connection string wins over these: give none there. The login must be a member of `witness_app`; migrations make their own user one.
 */
export const appSession =
  '-c role=witness_app -c lock_timeout=2s -c idle_in_transaction_session_timeout=5s -c default_transaction_isolation=read\\ committed';
