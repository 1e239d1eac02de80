// What must hold of any page, whatever it shows: axe has nothing to say, nothing is cut off at the side, one heading of
// level 1, and Tab goes to everything that answers, in the order it is read, never under something that lies above it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(
    limitMs: { include: string; exclude: string[] },
    options: object,
  ): Promise<{ violations: { id: string; nodes: { target: unknown; failureSummary?: string }[] }[] }>;
}

/** What still fades in has not its colours yet; what turns for ever never stands. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ends = ({ playState, effect }: Animation) =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime);
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map(({ finished }) => finished),
    );
  });
}

/** What axe finds, with the 24 px of a target; empty when all is well. `within`: a selector, as those of what it leaves out. */
export async function axeFindings(page: Page, limitMs = 'html', ...exclude: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const context = { include: limitMs, exclude };
  await atRest(page);
  return page.evaluate(async (where) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run(where, {
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } },
    });
    const scrolledTo = scrollY;
    // A target that a sticky bar covers in part is judged where a person would scroll it to.
    const isTooSmall = async (target: string) => {
      document.querySelector(target)?.scrollIntoView({ block: 'center' });
      const again = await axe.run(where, { runOnly: ['target-size'] });
      return again.violations.some(({ nodes }) => nodes.some((node) => String(node.target) === target));
    };
    const findings: string[] = [];
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        if (id === 'target-size' && !(await isTooSmall(String(target)))) continue;
        findings.push(`${id}: ${String(target)} ${failureSummary ?? ''}`.slice(0, 400));
      }
    }
    scrollTo(0, scrolledTo);
    return findings;
  }, context);
}

/** Headings of level 1, landmarks, and whatever reaches past the side of the window where nothing can be scrolled. */
export async function shapeOf(
  page: Page,
): Promise<{ headings: number; main: number; banner: number; cutOff: string[] }> {
  return page.evaluate(() => {
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      element !== document.documentElement &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const cutOff = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      if (width < 2 || height < 2 || (right <= innerWidth + 1 && left >= -1)) return false;
      return isSeen(element) && !scrolls(element.parentElement) && getComputedStyle(element).pointerEvents !== 'none';
    });
    const count = (selector: string) => [...document.querySelectorAll(selector)].filter(isSeen).length;
    return {
      headings: count('h1'),
      main: count('main'),
      banner: count('body header:not(main *, dialog *)'),
      cutOff: cutOff.map((element) => `${element.tagName}.${element.className} ${element.textContent?.slice(0, 40)}`),
    };
  });
}

/** What names a thing one can tap, or a part of the page, and does not fit where it stands: its end is not to be read. */
export async function shortened(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const naming = [...document.querySelectorAll('button, label, summary, [role="tab"], nav a, h1, h2, h3')].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        getComputedStyle(element).clipPath === 'none',
    );
    const ends = (element: Element) => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      if (overflowX === 'visible' || element.clientWidth < 2 || element.scrollWidth <= element.clientWidth + 1)
        return false;
      return textOverflow === 'ellipsis' || overflowX === 'hidden' || overflowX === 'clip';
    };
    const found = naming.filter((element) => [element, ...element.querySelectorAll('*')].some(ends));
    return found.map(
      (element) => `${element.tagName}.${element.className} ${element.textContent?.trim().slice(0, 60)}`,
    );
  });
}

/** Words that stand in a column of a few letters, and lines that lie over one another. */
export async function squeezed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ownText = (element: Element) =>
      [...element.childNodes]
        .map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : ''))
        .join('')
        .trim();
    /** What says how wide a line may be. */
    const blockOf = (element: Element): Element =>
      getComputedStyle(element).display === 'inline' && element.parentElement
        ? blockOf(element.parentElement)
        : element;
    const linesOf = (element: Element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    const isSqueezed = (element: Element) => {
      const longest = Math.max(
        0,
        ...ownText(element)
          .split(/[\s-]+/)
          .map(({ length }) => length),
      );
      const style = getComputedStyle(element);
      const [letter, line] = [Number.parseFloat(style.fontSize), Number.parseFloat(style.lineHeight)];
      const space = blockOf(element).getBoundingClientRect().width;
      if (longest === 0 || space < 2 || style.clipPath !== 'none') return false;
      // A letter is about half as wide as it is high.
      const isNarrow = longest >= 6 && space < letter * 2.5;
      return isNarrow || (line < letter * 0.9 && linesOf(element) > 1);
    };
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter(isSqueezed)
      .map((element) => `${element.tagName}.${element.className} ${element.textContent?.trim().slice(0, 60)}`);
  });
}

interface Stop {
  name: string;
  /** Not the element itself is found where it stands, or no ring is drawn around it. */
  trouble: string | null;
}

/** Enough of a list: its cards are alike. */
const STOPS_AT_MOST = 40;

const CLOSING_FRAMES = 10;

/** What Tab reaches inside `scope`, one after the other, and what of it cannot be seen well. */
export async function tabStops(page: Page, scope: string): Promise<{ missed: string[]; troubles: string[] }> {
  const walk = [scope, STOPS_AT_MOST] as const;
  const wanted = await page.evaluate(([selector, most]) => {
    const answering = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const all = [...document.querySelectorAll<HTMLElement>(`${selector} :is(${answering})`)].filter(
      // The arrows go from one tab to the next.
      (element) =>
        isSeen(element) && !element.matches(':disabled, [role="tab"][tabindex="-1"]') && !element.closest('[inert]'),
    );
    const groups = new Set<string>();
    const stops = all.filter((element) => {
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
      if (groups.has(element.name)) return false;
      groups.add(element.name);
      return true;
    });
    stops.length = Math.min(stops.length, most);
    for (const element of stops) element.dataset.wanted = '';
    const root = document.querySelector<HTMLElement>(selector);
    root?.focus({ preventScroll: true });
    scrollTo(0, 0);
    return stops.length;
  }, walk);
  const troubles: string[] = [];
  for (let count = 0; count < wanted + 8; count += 1) {
    await page.keyboard.press('Tab');
    let stop = await page.evaluate(lookAtFocus, scope);
    // A list that the focus has left closes a moment later.
    for (let frames = 0; stop?.trouble && frames < CLOSING_FRAMES; frames += 1) {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      stop = await page.evaluate(lookAtFocus, scope);
    }
    if (stop === null) break;
    if (stop.trouble) troubles.push(`${stop.name}: ${stop.trouble}`);
  }
  const missed = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-wanted]:not([data-reached])')].map(
      (element) => element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 60) ?? element.tagName,
    ),
  );
  return { missed, troubles };
}

/** Runs in the page. Null when the focus has left the scope. */
function lookAtFocus(selector: string): Stop | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || !element.closest(selector)) return null;
  element.dataset.reached = '';
  if (element instanceof HTMLInputElement && element.type === 'radio') {
    const first = document.querySelector<HTMLElement>(`[data-wanted][name="${CSS.escape(element.name)}"]`);
    if (first) first.dataset.reached = '';
  }
  const name = element.getAttribute('aria-label') ?? (element.textContent?.trim().slice(0, 60) || element.tagName);
  const label = (element as HTMLInputElement).labels?.[0];
  const isRinged = (each: Element | null | undefined, pseudo?: string) => {
    if (!each) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(each, pseudo);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  };
  // A card or a row rings itself when what leads there has the focus.
  const around: (Element | null | undefined)[] = [label];
  for (let each: Element | null = element; each?.closest(selector); each = each.parentElement) around.push(each);
  const drawn = around.some((each) => isRinged(each)) || isRinged(element, '::after');
  if (!drawn) return { name, trouble: 'no ring' };
  const box = (getComputedStyle(element).opacity === '0' && label ? label : element).getBoundingClientRect();
  const inside = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) => [box.left + box.width * x, box.top + box.height * y] as const),
  );
  const isClear = ([x, y]: readonly [number, number]) => {
    const found = document.elementFromPoint(x, y);
    return found !== null && (element.contains(found) || found.contains(element) || label?.contains(found) === true);
  };
  return { name, trouble: inside.some(isClear) ? null : `hidden at ${Math.round(box.top)}` };
}
