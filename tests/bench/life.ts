// How long a page is painted before it lives: a first visit in Chromium on the two slow lines, medians of five.
//   npm run bench:life [runs]
// Alive means that React has taken the page over: from then on a tap is answered by the page itself. The line is throttled by
// the browser (every request waits one round trip, all share the bandwidth), the processor to a quarter.
import { type Browser, chromium } from '@playwright/test';
import { launchArguments } from '../browser/journey.ts';
import { startMarketServer } from '../browser/market-server.ts';
import prepareMarket from '../browser/market-template.ts';
import { findChromium } from '../support/chromium.ts';

const runs = Number(process.argv[2] ?? 5);
const SLOWER = 4;
const lines = [
  { name: 'rural', latency: 400, kbits: 400, budget: 2500 },
  { name: 'Slow 4G', latency: 150, kbits: 1600, budget: 1000 },
] as const;
const pages = ['/', '/categorie/fromages', '/produit/tomme-de-meuse'] as const;
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

interface Moments {
  fcp: number;
  lcp: number;
  alive: number;
}

/** In the page: notes what is painted, and when React's own handle appears on a part of it. */
const watch = `
  const seen = { fcp: 0, lcp: 0, alive: 0 };
  globalThis.seen = seen;
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') seen.fcp = startTime;
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.lcp = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const timer = setInterval(() => {
    const part = document.querySelector('main a');
    if (!part || !Object.keys(part).some((key) => key.startsWith('__reactProps'))) return;
    seen.alive = performance.now();
    clearInterval(timer);
  }, 10);
`;

async function visit(browser: Browser, address: string, { latency, kbits }: (typeof lines)[number]): Promise<Moments> {
  const context = await browser.newContext({ ...phone, locale: 'fr-FR' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const bytes = (kbits * 1000) / 8;
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript({ content: watch });
  // Whoever looks into the page before takes time of its own.
  await page.goto(address, { waitUntil: 'load', timeout: 60_000 });
  await page.waitForFunction(() => (Reflect.get(globalThis, 'seen') as { alive: number }).alive > 0);
  const moments = await page.evaluate(() => Reflect.get(globalThis, 'seen') as Moments);
  await context.close();
  return moments;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

await prepareMarket();
const market = await startMarketServer();
const browser = await chromium.launch({ executablePath: await findChromium(), args: launchArguments });
try {
  for (const at of pages) await fetch(market.direct + at).then((answer) => answer.text());
  for (const line of lines) {
    console.log(
      `${line.name}: ${line.latency} ms, ${line.kbits} kbit/s, ${SLOWER} × CPU; from first paint to life at most ${line.budget} ms`,
    );
    for (const at of pages) {
      const visits: Moments[] = [];
      for (let run = 0; run < runs; run += 1) visits.push(await visit(browser, market.direct + at, line));
      const [fcp, lcp, alive, gap] = [
        visits.map((one) => one.fcp),
        visits.map((one) => one.lcp),
        visits.map((one) => one.alive),
        visits.map((one) => one.alive - one.fcp),
      ].map((all) => Math.round(median(all)));
      console.log(`  ${at.padEnd(26)} first paint ${fcp}, largest ${lcp}, alive ${alive}: gap ${gap} ms`);
    }
  }
} finally {
  await browser.close();
  await market.stop();
}
