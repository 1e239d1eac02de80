// Server paths: pages and files outside the API that only the server has: payments, documents, files for crawlers.

export const ofServer =
  /^\/((media|paiement|desinscription|assets|icons|\.well-known)\/|(administration|contestation)(\/|$)|manifest\.webmanifest$|robots\.txt$|sitemap(-\d+)?\.xml$)/;
