// How many pages a second the server sends: one page asked again and again, the same with a query string that nobody
// reads and that is another each time, and lists that each are another. Run by hand: npx tsx tests/bench/pages.ts
import { startTestMarket } from '../support/test-server.ts';

const SECONDS = 4;
const AT_ONCE = 10;

process.env.NODE_ENV = 'test';
const market = await startTestMarket({ demo: true, pages: true });
let turn = 0;
const scenes: Record<string, () => string> = {
  'home, the same address': () => '/',
  'home, another query each time': () => `/?x${turn++}=${turn}`,
  'home, a part that nobody reads': () => `/?utm_source=${turn++}`,
  'latest, another page each time': () => `/nouveautes?page=${2 + (turn++ % 900)}`,
};
for (const [name, next] of Object.entries(scenes)) {
  const end = performance.now() + SECONDS * 1000;
  const cpu = process.cpuUsage();
  let sent = 0;
  const ask = async () => {
    while (performance.now() < end) {
      await market.app.inject({ url: next(), headers: { 'accept-encoding': 'br' } });
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  const { user, system } = process.cpuUsage(cpu);
  const each = (user + system) / 1000 / sent;
  console.log(
    `${name.padEnd(34)} ${(sent / SECONDS).toFixed(0).padStart(6)} pages/s   ${each.toFixed(2)} ms of CPU each`,
  );
}
await market.close();
