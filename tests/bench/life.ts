// How long a page is painted before it lives: a first visit in Chromium on the two slow lines, medians of five.
//   npm run bench:life [runs]
// Alive means that React has taken the page over: from then on a tap is answered by the page itself. The line is throttled by
// the browser (every request waits one round trip, all share the bandwidth), the processor to a quarter.
import { launchArguments } from '../browser/journey.ts';
import { startMarketServer } from '../browser/market-server.ts';
import prepareMarket from '../browser/market-template.ts';
import { findChromium } from '../support/chromium.ts';
import { launchQuietly, type QuietBrowser } from './quiet-browser.ts';

const runs = Number(process.argv[2] ?? 5);
const SLOWER = 4;
const lines = [
  { name: 'rural', latency: 400, kbits: 400, budget: 2500 },
  { name: 'Slow 4G', latency: 150, kbits: 1600, budget: 1000 },
] as const;
const pages = ['/', '/categorie/fromages', '/produit/tomme-de-meuse'] as const;
const phone = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true };

interface Moments {
  fcp: number;
  lcp: number;
  alive: number;
}

/** In the page: notes what is painted, and when React's own handle appears on a part of it. */
const watch = `
  const moments = { fcp: 0, lcp: 0, alive: 0 };
  let tell;
  globalThis.seen = new Promise((resolve) => (tell = resolve));
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') moments.fcp = startTime;
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) moments.lcp = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const timer = setInterval(() => {
    const part = document.querySelector('main a');
    if (!part || !Object.keys(part).some((key) => key.startsWith('__reactProps'))) return;
    moments.alive = performance.now();
    clearInterval(timer);
    setTimeout(() => tell(moments), 3000);
  }, 10);
`;

async function visit(
  browser: QuietBrowser,
  address: string,
  { latency, kbits }: (typeof lines)[number],
): Promise<Moments> {
  const tab = await browser.open();
  const bytes = (kbits * 1000) / 8;
  await tab.send('Emulation.setDeviceMetricsOverride', phone);
  await tab.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await tab.send('Network.enable');
  await tab.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
  await tab.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await tab.send('Page.enable');
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: watch });
  await tab.send('Page.navigate', { url: address });
  const { result } = await tab.send('Runtime.evaluate', {
    expression: 'seen',
    awaitPromise: true,
    returnByValue: true,
  });
  await tab.close();
  return (result as { value: Moments }).value;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

await prepareMarket();
const market = await startMarketServer();
const browser = launchQuietly(findChromium(), launchArguments);
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
