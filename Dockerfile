# syntax=docker/dockerfile:1
# The service alone. It runs what `npm start` runs, without the install and build before it.
FROM node:20-bookworm-slim AS build
WORKDIR /app
RUN npm install --global npm@11
COPY package.json package-lock.json ./
COPY libs/ libs/
RUN npm ci --no-audit --no-fund
COPY nest-cli.json tsconfig.base.json tsconfig.build.json ./
COPY src/ src/
COPY migrations/ migrations/
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:20-bookworm-slim
ENV NODE_ENV=production \
    WITNESS_HOST=0.0.0.0 \
    WITNESS_DATA_DIR=/var/lib/witness
WORKDIR /app
RUN install --directory --owner=node --group=node --mode=0700 /var/lib/witness
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules/ node_modules/
COPY --from=build /app/libs/ libs/
COPY --from=build /app/dist/ dist/
USER node
EXPOSE 4477
VOLUME /var/lib/witness
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.WITNESS_PORT || 4477}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Without a shell or npm in between, so that a stop signal reaches the service.
CMD ["node", "--enable-source-maps", "dist/src/main.js"]
