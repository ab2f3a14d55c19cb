/** A line that answers a request of the host in the agent's place. `id` is JSON. */
export const refusalLine = (id: string, error: { readonly code: number; readonly message: string }): Buffer =>
  Buffer.from(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}\n`);
