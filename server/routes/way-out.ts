// Way-out routes: pages that end mails sent by consent, and the one-click request of mail programs (RFC 8058).
// Guarantees: GET changes nothing, since mail scanners open links; POST ends the mails unless it asks to resume them,
// without a cookie, a login or a redirect, and may be repeated.
import type { FastifyInstance } from 'fastify';
import { isRegistered, setRegistered } from '../accounts/newsletter.ts';
import { mailSite } from '../mails/site.ts';
import { openWayOut, WAYS_OUT, type WayOutKind, wayOutPath } from '../mails/way-out.ts';
import { sendPlainPage } from '../plugins/send-plain-page.ts';
import type { PlainPage } from '../presenters/plain-page.ts';
import { alertsPage, newsletterPage, RESUME, unknownWayOut } from '../presenters/way-out-page.ts';
import { countOpenAlerts, countStoppedAlerts, resumeAlerts, stopAlerts } from '../requests/stop-alerts.ts';

const BODY_LIMIT = 4096;

export async function wayOutRoutes(app: FastifyInstance): Promise<void> {
  const { market } = app;
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  const options = { parseAs: 'string', bodyLimit: BODY_LIMIT } as const;
  app.addContentTypeParser(types, options, async (_request: unknown, body: string) => new URLSearchParams(body));

  const show: Record<WayOutKind, (subject: string) => Promise<PlainPage>> = {
    lettre: async (userId) => {
      const { siteName } = await mailSite(market.db, market);
      return newsletterPage(siteName, await isRegistered(market.db, userId));
    },
    alertes: async (email) =>
      alertsPage({
        open: await countOpenAlerts(market.db, email),
        stopped: await countStoppedAlerts(market.db, email),
      }),
  };
  const change: Record<WayOutKind, (subject: string, resumes: boolean) => Promise<unknown>> = {
    lettre: (userId, resumes) => setRegistered(market.db, userId, resumes, market.now()),
    alertes: (email, resumes) =>
      resumes ? resumeAlerts(market.db, email) : stopAlerts(market.db, email, market.now()),
  };

  for (const kind of WAYS_OUT) {
    app.get(wayOutPath(kind), async ({ query }, reply) => {
      const subject = openWayOut(market, kind, linkOf(query));
      return sendPlainPage(reply, subject === null ? unknownWayOut() : await show[kind](subject));
    });

    app.post(wayOutPath(kind), async ({ query, body }, reply) => {
      const subject = openWayOut(market, kind, linkOf(query));
      if (subject === null) return sendPlainPage(reply, unknownWayOut());
      await change[kind](subject, body instanceof URLSearchParams && body.get('choix') === RESUME);
      return sendPlainPage(reply, await show[kind](subject));
    });
  }
}

/** The log omits the query. */
function linkOf(query: unknown): string {
  const link = Reflect.get(Object(query), 'lien');
  return typeof link === 'string' ? link : '';
}
