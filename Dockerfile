# Image of the market with built pages; data are in the volume /data. deploy/compose.yaml adds the rest.
FROM node:24-bookworm-slim

WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force

COPY . .
RUN npm run build && mkdir /data && chown node:node /data

ENV NODE_ENV=production HOST=0.0.0.0 PORT=4173 DATA_DIR=/data DEMO=0
USER node
VOLUME /data
EXPOSE 4173
# Starts the grace period, then waits for running requests.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s \
  CMD node -e "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
CMD ["npm", "start", "--silent"]
