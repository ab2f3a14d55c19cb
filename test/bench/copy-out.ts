import { type Client, type Connection, type Submittable } from 'pg';

/** `COPY … TO STDOUT` as text, a line at a time: the fastest way that rows leave PostgreSQL. */
export function copyOut(client: Client, sql: string, line: (text: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | null = null;
    const ignore = (): void => undefined;
    const query = {
      submit(connection: Connection) {
        connection.query(sql);
      },
      handleCopyData({ chunk }: { readonly chunk: Buffer }) {
        line(chunk.toString('utf8', 0, chunk.length - 1));
      },
      handleError(error: Error) {
        failure = error;
      },
      handleReadyForQuery() {
        if (failure === null) resolve();
        else reject(failure);
      },
      handleRowDescription: ignore,
      handleDataRow: ignore,
      handleCommandComplete: ignore,
      handlePortalSuspended: ignore,
      handleEmptyQuery: ignore,
      handleCopyInResponse: ignore,
    };
    client.query(query as unknown as Submittable);
  });
}
