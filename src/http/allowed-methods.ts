import { type FastifyInstance } from 'fastify';

/** Which methods a path would be answered with; none when no route fits it. */
export type AllowedMethods = (path: string) => readonly string[];

const escape = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

const toPattern = (template: string): RegExp => {
  const segments = template.split('/').map((segment) => {
    if (segment === '*') return '.*';
    return segment.startsWith(':') ? '[^/]+' : escape(segment);
  });
  return new RegExp(`^${segments.join('/')}$`);
};

/** Watches the routes as they are registered. Must be called before the first of them. */
export const watchRoutes = (fastify: FastifyInstance): AllowedMethods => {
  const routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  fastify.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: toPattern(url), methods: new Set<string>() };
    for (const one of [method].flat()) route.methods.add(one);
    routes.set(url, route);
  });
  return (path) => {
    const fitting = [...routes].filter(
      ([url, route]) => url !== '*' && url !== '/*' && route.pattern.test(path),
    );
    return [...new Set(fitting.flatMap(([, route]) => [...route.methods]))].sort();
  };
};
