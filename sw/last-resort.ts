// Last resort: pages for a navigation without network and cached files, or for a server-only page (payment, document)
// that does not open.
// Guarantee: they promise nothing that the device cannot know, and offer a way on: retry, cached pages, or the log-in
// page of the network.
import { UntrustedAnswer } from './trusted-network.ts';

/** The home page, always from the network, so that a portal can answer. */
export const pastTheWorker = '/?reseau';

/** Destination of the navigation. */
export type Goal = 'market' | 'payment' | 'payment-sent' | 'document';

const texts: Record<Goal, { title: string; text: string; opens: boolean; way?: [address: string, words: string] }> = {
  market: {
    title: 'Le réseau ne répond pas.',
    text: 'Votre panier et ce qui attend d’être envoyé sont conservés sur cet appareil.',
    opens: true,
  },
  payment: {
    title: 'La page de paiement ne s’ouvre pas.',
    text: 'Le réseau ne répond pas. Rien n’a été débité\u00a0: votre commande est enregistrée, et le paiement attend que vous l’ouvriez.',
    opens: true,
    way: ['/compte/commandes', 'Voir mes commandes'],
  },
  'payment-sent': {
    title: 'La réponse du paiement n’est pas arrivée.',
    text: 'Le réseau s’est tu pendant l’envoi. Votre commande est enregistrée et ne peut pas être payée deux fois\u00a0: réessayez pour voir où en est le paiement.',
    opens: false,
    way: ['/compte/commandes', 'Voir mes commandes'],
  },
  document: {
    title: 'Cette page demande le réseau.',
    text: 'Elle n’est pas conservée sur cet appareil, et le réseau ne répond pas.',
    opens: true,
    way: ['/', 'Revenir à l’accueil'],
  },
};

const style =
  'body{margin:0;min-height:90dvh;display:grid;place-content:center;justify-items:center;gap:1rem;padding:1.5rem;background:#fbf6ec;color:#1d2a24;font:1.0625rem/1.5 system-ui,sans-serif;text-align:center}h1{margin:0;font:600 1.6rem/1.25 Georgia,serif}p{margin:0;max-width:32rem}a{color:inherit;padding:.6rem}a.b{background:#1d2a24;color:#fffdf8;border-radius:12px;padding:.7rem 1.4rem;text-decoration:none;font-weight:600}a:focus-visible{outline:3px solid #c98a1b;outline-offset:2px}@media (prefers-color-scheme:dark){body{background:#161c19;color:#f1ece0}a.b{background:#f1ece0;color:#10201a}}';

/** @param failure reason of the failure; an untrusted answer hints at a portal */
export function lastResort(goal: Goal, failure: unknown): Response {
  const { title, text, opens, way } = texts[goal];
  const isPortal = failure instanceof UntrustedAnswer;
  const html = `<!doctype html>
<html lang="fr">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${opens ? '<meta http-equiv="refresh" content="10">' : ''}
<title>${title}</title>
<style>${style}</style>
<h1>${title}</h1>
<p>${text}</p>
${opens ? '<p>Cette page s’ouvrira d’elle-même dès que le réseau répondra.</p>' : ''}
<p><a class="b" href="">Réessayer</a></p>
${isPortal ? `<p>Un réseau Wi-Fi demande peut-être d’abord que vous vous y connectiez.</p><p><a href="${pastTheWorker}">Ouvrir la page de connexion du réseau</a></p>` : ''}
${way ? `<p><a href="${way[0]}">${way[1]}</a></p>` : ''}
</html>`;
  return new Response(html, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    },
  });
}
