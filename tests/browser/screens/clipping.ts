// What large letters do to texts: letters that an ancestor cuts off, and words that go on in the next line.
import type { Page } from '@playwright/test';
import { expect, phone } from './ground.ts';
import { atRest, shapeOf } from './inspection.ts';

/** In per cent of the browser's usual letters. */
export const letterSizes = [115, 130, 150, 200] as const;

/** Letters about as wide as Android's (Roboto), and wider ones (DejaVu Sans); the first are the second, made narrower. */
export const letterWidths = { Roboto: { sizeAdjust: '88.4%' }, DejaVu: {} } as const;
type Width = keyof typeof letterWidths;

/** As the browser's settings do. */
export async function setLetterSize(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const standard = Math.round(0.16 * percent);
  await session.send('Page.setFontSizes', { fontSizes: { standard } });
  const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  await expect.poll(size).toBe(`${standard}px`);
  await session.detach();
}

/** Texts of the page as on a device with this sans-serif; one without DejaVu Sans shows its own. */
export async function setLetterWidth(page: Page, width: Width): Promise<void> {
  await page.evaluate(
    async ({ name, adjust }) => {
      const descriptors = { weight: '100 900', ...adjust };
      const face = new FontFace(name, "local('DejaVu Sans')", descriptors);
      document.fonts.add(await face.load().catch(() => face));
      document.documentElement.style.setProperty('--sans', `'${name}', sans-serif`);
      await document.fonts.ready;
    },
    { name: `About as wide as ${width}`, adjust: letterWidths[width] },
  );
}

/** Texts whose letters reach past an ancestor that hides what is outside of it, and words that are broken without need. */
export async function textFaults(page: Page): Promise<{ clipped: string[]; covered: string[]; broken: string[] }> {
  return page.evaluate(() => {
    /** Below an open dialog nothing is read. */
    const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    const nameOf = (element: Element, text: string) =>
      `${element.localName}.${element.getAttribute('class') ?? ''} '${text.trim().slice(0, 60)}'`;
    /** Out of sight on purpose, for screen readers only. */
    const isForListeners = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).clipPath !== 'none' || isForListeners(element.parentElement));
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !isForListeners(element) &&
      !element.closest('option');
    /** How far the letters themselves are inside the box of their line, at its top and its bottom. */
    const insetsOf = (text: string, style: CSSStyleDeclaration) => {
      pen.font = style.font;
      const drawn = style.textTransform === 'uppercase' ? text.toUpperCase() : text;
      const box = pen.measureText(drawn);
      return {
        top: box.fontBoundingBoxAscent - box.actualBoundingBoxAscent,
        bottom: box.fontBoundingBoxDescent - box.actualBoundingBoxDescent,
      };
    };
    const hides = (value: string) => value === 'hidden' || value === 'clip';
    /** An end that is meant to be cut says so with '…', or fades. */
    const isEllipsis = (style: CSSStyleDeclaration) =>
      style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none' || style.maskImage !== 'none';

    const clipperOf = (node: Text, element: Element): Element | null => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const insets = insetsOf(node.data, getComputedStyle(element));
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
      let isScrolled = false;
      for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
        const style = getComputedStyle(each);
        if (style.display === 'inline' || style.display === 'contents') continue;
        if (isEllipsis(style)) return null;
        const box = each.getBoundingClientRect();
        // A closed part.
        if (box.width <= 1 || box.height <= 1) return null;
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) isScrolled = true;
        if (isScrolled) return null;
        const cutsX = hides(style.overflowX);
        const cutsY = hides(style.overflowY);
        // What is outside as a whole was moved away, as a picture of a slideshow.
        const isOutside = ({ left, right, top, bottom }: DOMRect) =>
          left >= box.right || right <= box.left || top >= box.bottom || bottom <= box.top;
        const isCut = ({ left, right, top, bottom }: DOMRect) =>
          (cutsX && (left < box.left - 1 || right > box.right + 1)) ||
          (cutsY && (top + insets.top < box.top - 0.5 || bottom - insets.bottom > box.bottom + 0.5));
        if (lines.every(isOutside)) return null;
        if (lines.some(isCut)) return each;
        if (style.position === 'fixed') return null;
      }
      return null;
    };

    const brokenWords = (node: Text, element: Element): string[] => {
      const style = getComputedStyle(element);
      pen.font = style.font;
      // Addresses are broken wherever they may be.
      const text = node.data.replace(/\S*(?:@|:\/\/|www\.)\S*/g, (address) => ' '.repeat(address.length));
      const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].filter(([word]) => word.length > 1);
      return words
        .filter(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
          const [first] = rects;
          const isOnTwoLines = first && rects.some(({ top }) => Math.abs(top - first.top) > first.height / 2);
          // A word as wide as the page has to be.
          return isOnTwoLines && pen.measureText(word).width < innerWidth - 64;
        })
        .map(([word]) => word);
    };

    const isOpaque = (element: Element): boolean =>
      /^(?:img|svg|path|video|canvas)$/.test(element.localName) ||
      !/^rgba\(.*, 0\)$|transparent/.test(getComputedStyle(element).backgroundColor) ||
      getComputedStyle(element).backgroundImage !== 'none';
    const floats = (element: Element | null): boolean =>
      element !== null &&
      element !== root &&
      (/fixed|sticky/.test(getComputedStyle(element).position) || floats(element.parentElement));
    /** What lies over the letters; bars that float over everything do not count. */
    const coverOf = (node: Text, element: Element): Element | undefined => {
      if (floats(element)) return undefined;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 4);
      const points = lines.flatMap(({ left, right, top, height }) =>
        [left + 2, (left + right) / 2, right - 2].map((x) => [x, top + height / 2] as const),
      );
      for (const [x, y] of points) {
        const above: Element[] = [];
        for (const found of document.elementsFromPoint(x, y)) {
          if (found === element || found.contains(element) || element.contains(found)) break;
          above.push(found);
        }
        const cover = above.find((found) => isOpaque(found) && !floats(found));
        // A letter that is not found at all is out of sight.
        if (cover && document.elementsFromPoint(x, y).includes(element)) return cover;
      }
      return undefined;
    };

    const covered: string[] = [];
    const clipped: string[] = [];
    const broken: string[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
      const element = node.parentElement;
      if (!element || !node.data.trim() || element.closest('script, style, noscript, svg') || !isShown(element))
        continue;
      const clipper = clipperOf(node, element);
      if (clipper) clipped.push(`${nameOf(element, node.data)} by ${nameOf(clipper, '')}`);
      const cover = coverOf(node, element);
      if (cover) covered.push(`${nameOf(element, node.data)} by ${nameOf(cover, cover.textContent ?? '')}`);
      for (const word of brokenWords(node, element)) broken.push(`${word} in ${nameOf(element, node.data)}`);
    }
    for (const field of root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
      if (!isShown(field) || /checkbox|radio|range|file|color/.test(field.type)) continue;
      const style = getComputedStyle(field);
      pen.font = style.font;
      const text = field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : field.value;
      const { width, fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = pen.measureText(text || 'É');
      const room = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      const isTooLow = field.clientHeight < up + down - 1;
      const isTooNarrow = field instanceof HTMLSelectElement && !isEllipsis(style) && width > room + 1;
      if (isTooLow || isTooNarrow) clipped.push(nameOf(field, text));
    }
    return { clipped, covered, broken };
  });
}

/** What is wrong with the page as it stands at any of the sizes and widths, each fault once. */
export async function letterFaults(page: Page): Promise<string[]> {
  const found = new Map<string, string>();
  for (const width of Object.keys(letterWidths) as Width[]) {
    await setLetterWidth(page, width);
    for (const size of letterSizes) {
      await page.setViewportSize(phone);
      await setLetterSize(page, size);
      // As high as the page: everything can be asked what lies over it.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width: phone.width, height: Math.max(phone.height, Math.min(height, 12_000)) });
      await atRest(page);
      const { clipped, covered, broken } = await textFaults(page);
      const { cutOff } = await shapeOf(page);
      const faults = [
        ...clipped.map((each) => `clipped: ${each}`),
        ...covered.map((each) => `covered: ${each}`),
        ...broken.map((each) => `broken: ${each}`),
        ...cutOff.map((each) => `past the side: ${each}`),
      ];
      for (const fault of faults) if (!found.has(fault)) found.set(fault, `${fault} (${size} %, ${width})`);
    }
  }
  return [...found.values()];
}
