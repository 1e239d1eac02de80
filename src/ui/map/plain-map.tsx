// PlainMap: places and town names over the market's outline, without tiles, network and WebGL. It zooms in steps and
// scrolls.
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Town } from '#domain/towns.ts';
import { IconButton } from '../controls/button.tsx';
import styles from './map.module.css';
import { MapPin } from './map-pin.tsx';
import type { MarketMapProps } from './map-props.ts';
import { namesApart } from './names-apart.ts';
import plain from './plain-map.module.css';

interface PlainMapProps extends Omit<MarketMapProps, 'center' | 'zoom'> {
  /** Reason for the missing tiles. */
  why: string;
  children?: ReactNode;
}

interface Point {
  latitude: number;
  longitude: number;
}

/** A position on the ground, from 0 to 1. */
interface Placed {
  x: number;
  y: number;
}

/** Margin around the outermost places, as a share of the ground. */
const MARGIN = 0.12;
/** Minimum span in degrees, for a single place. */
const SMALLEST_SPAN = 0.12;
const LARGEST = 8;
/** Width and height of a letter of a town's name on a phone, as shares of the ground at size 1. */
const [LETTER_WIDTH, LETTER_HEIGHT] = [0.022, 0.08];

/** Position of a point, from 0 to 1; the region is small enough for a linear projection. */
function groundOf(places: readonly Point[]) {
  const side = (values: number[]) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const span = Math.max(most - least, SMALLEST_SPAN);
    const start = (least + most - span) / 2;
    return (value: number) => MARGIN + ((value - start) / span) * (1 - 2 * MARGIN);
  };
  const across = side(places.map(({ longitude }) => longitude));
  const up = side(places.map(({ latitude }) => latitude));
  return ({ latitude, longitude }: Point) => ({ x: across(longitude), y: 1 - up(latitude) });
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

/** A name stays whole at an edge: it moves inwards by its share of the way. */
const inside = ({ x }: Placed) => ({ translate: `${percent(-x)} 0.75rem` });

function townsApart(all: readonly Town[], pointOf: (town: Point) => Placed, size: number) {
  const towns = all
    .map((town) => ({ name: town.name, at: pointOf(town) }))
    .filter(({ at }) => [at.x, at.y].every((share) => share > 0.04 && share < 0.96))
    .map(({ name, at }) => {
      const width = (name.length * LETTER_WIDTH) / size;
      return { name, at, x: at.x + (0.5 - at.x) * width, y: at.y };
    });
  return namesApart(towns, [LETTER_WIDTH / size, LETTER_HEIGHT / size]);
}

function lookAt(view: HTMLElement | null, { x, y }: Placed): void {
  view?.scrollTo({
    left: x * view.scrollWidth - view.clientWidth / 2,
    top: y * view.scrollHeight - view.clientHeight / 2,
  });
}

export function PlainMap({ label, places, outline, marked = null, lines = [], onPick, why, children }: PlainMapProps) {
  const window = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(1);
  const pointOf = groundOf([...places, ...lines.flat()]);
  const pointsOf = (line: readonly Point[]) =>
    line
      .map(pointOf)
      .map(({ x, y }) => `${(x * 100).toFixed(2)},${(y * 100).toFixed(2)}`)
      .join(' ');
  const markedPlace = places.find(({ id }) => id === marked);
  const focus = markedPlace ? pointOf(markedPlace) : null;
  const middle = useRef({ x: 0.5, y: 0.5 });

  // Keeps the centre when the zoom changes.
  useLayoutEffect(() => {
    if (size > 0) lookAt(window.current, middle.current);
  }, [size]);
  const [x, y] = [focus?.x, focus?.y];
  useEffect(() => {
    if (x !== undefined && y !== undefined) lookAt(window.current, { x, y });
  }, [x, y]);
  const grow = (next: number) => {
    const view = window.current;
    if (view) {
      middle.current = {
        x: (view.scrollLeft + view.clientWidth / 2) / view.scrollWidth,
        y: (view.scrollTop + view.clientHeight / 2) / view.scrollHeight,
      };
    }
    setSize(Math.min(LARGEST, Math.max(1, next)));
  };
  const side = `${size * 100}%`;
  return (
    <section aria-label={label} className={plain.map}>
      <div className={plain.note} role="status">
        <p>{why} Les lieux restent à leur place.</p>
        {children}
      </div>
      <div ref={window} className={plain.window}>
        <div className={plain.ground} style={{ width: side, height: side }}>
          <svg className={plain.drawing} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {outline.areas.map((area) => (
              <polygon key={pointsOf(area)} className={plain.area} points={pointsOf(area)} />
            ))}
            {outline.rivers.map(({ name, line }) => (
              <polyline key={name} className={plain.river} points={pointsOf(line)} />
            ))}
            {lines.map((line) => (
              <polyline key={pointsOf(line)} className={plain.line} points={pointsOf(line)} />
            ))}
          </svg>
          {townsApart(outline.towns, pointOf, size).map(({ name, at }) => (
            <span key={name} className={plain.town} style={{ left: percent(at.x), top: percent(at.y), ...inside(at) }}>
              {name}
            </span>
          ))}
          {places.map((place) => {
            const at = pointOf(place);
            return (
              <div
                key={place.id}
                className={plain.place}
                data-marked={place.id === marked || undefined}
                style={{ left: percent(at.x), top: percent(at.y) }}
              >
                <MapPin place={place} marked={place.id === marked} onPick={onPick} />
              </div>
            );
          })}
        </div>
      </div>
      <div className={styles.buttons}>
        <IconButton icon="plus" label="Agrandir" variant="outlined" onClick={() => grow(size * 2)} />
        <IconButton icon="minus" label="Réduire" variant="outlined" onClick={() => grow(size / 2)} />
      </div>
    </section>
  );
}
