// Payment addresses: validates the page to which a shopper is sent.
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Accepts an address of this site, or https on an allowed host; null for anything else (another scheme, a user name, a
 * look-alike host). On a developer's machine the host in use is kept, since the session belongs to it.
 */
export function safePaymentAddress(given: string, origin: string, allowedHosts: readonly string[]): string | null {
  let address: URL;
  try {
    address = new URL(given, origin);
  } catch {
    return null;
  }
  if (address.username !== '' || address.password !== '') return null;
  if (address.origin === origin) return address.href;
  const here = new URL(origin);
  const isSameMachine = LOOPBACK.includes(here.hostname) && LOOPBACK.includes(address.hostname);
  if (isSameMachine && address.protocol === here.protocol && address.port === here.port) {
    return new URL(`${address.pathname}${address.search}`, origin).href;
  }
  const allowed = allowedHosts.some((host) => host.toLowerCase() === address.host);
  return address.protocol === 'https:' && allowed ? address.href : null;
}

/** Hosts from the market's setting, separated by commas or spaces. */
export function paymentHosts(setting: string | undefined): string[] {
  return (setting ?? '').split(/[\s,]+/).filter((host) => host !== '');
}
