const replacement = 'witness:fs-with-glob';
const source = `
export * from 'node:fs';
export { default } from 'node:fs';
export const globSync = () => {
  throw new Error('This command of the suite needs Node 22.');
};`;

/** Module hook: `fs` is another module for the suite alone. */
export const resolve = (specifier, context, next) =>
  /^(node:)?fs$/.test(specifier) && context.parentURL?.includes('/@modelcontextprotocol/conformance/')
    ? { url: replacement, shortCircuit: true }
    : next(specifier, context);

export const load = (url, context, next) =>
  url === replacement ? { format: 'module', source, shortCircuit: true } : next(url, context);
