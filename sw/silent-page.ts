// The page of last resort: the worker is there, but its own files are gone (the browser took them back) and the network
// does not answer. It tries again by itself.
const html = `<!doctype html>
<html lang="fr">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="10">
<title>Le réseau ne répond pas — Étal</title>
<style>body{margin:0;min-height:90dvh;display:grid;place-content:center;gap:1rem;padding:1.5rem;background:#fbf6ec;color:#1d2a24;font:1.0625rem/1.5 system-ui,sans-serif;text-align:center}h1{margin:0;font:600 1.6rem/1.25 Georgia,serif}p{margin:0;max-width:32rem}a{color:#1f5a41}</style>
<h1>Le réseau ne répond pas.</h1>
<p>Cette page s’ouvrira d’elle-même dès qu’il répond. Votre panier et ce qui attend d’être envoyé sont conservés sur cet appareil.</p>
<p><a href="">Réessayer</a></p>
</html>`;

export const silentPage = (): Response =>
  new Response(html, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
