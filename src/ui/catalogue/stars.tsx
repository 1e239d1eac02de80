// Stars: shows a rating out of five. A partial star is filled to 90 % at most, so that 4,96 never looks like 5.
import { useId } from 'react';
import { countWithNoun } from '#domain/text/plural.ts';
import styles from './stars.module.css';

const STAR = 'M10 1.8l2.5 5.2 5.7.8-4.1 4 1 5.7L10 14.8l-5.1 2.7 1-5.7-4.1-4 5.7-.8Z';
const MAXIMUM_PARTIAL_FILL = 0.9;

/** 0 to 1: how much of the star number `index` (0 to 4) is filled. */
export function starFill(rating: number, index: number): number {
  const part = rating - index;
  if (part >= 1) return 1;
  return part <= 0 ? 0 : Math.min(part, MAXIMUM_PARTIAL_FILL);
}

export interface StarsProps {
  /** 0 to 5. */
  value: number;
  /** Number of reviews, written after the stars; left out when undefined. */
  count?: number;
  size?: 'small' | 'normal';
}

export function Stars({ value, count, size = 'normal' }: StarsProps) {
  const id = useId();
  const height = size === 'small' ? 16 : 20;
  const label = `Note : ${value.toFixed(1).replace('.', ',').replace(',0', '')} sur 5`;
  return (
    <span className={styles.stars}>
      <svg role="img" aria-label={label} width={height * 5} height={height} viewBox="0 0 100 20">
        {[0, 1, 2, 3, 4].map((index) => (
          <g key={index} transform={`translate(${index * 20} 0)`}>
            <clipPath id={`${id}${index}`}>
              <rect width={20 * starFill(value, index)} height="20" />
            </clipPath>
            <path className={styles.empty} d={STAR} />
            <path className={styles.full} d={STAR} clipPath={`url(#${id}${index})`} />
          </g>
        ))}
      </svg>
      {count !== undefined && (
        <span className={styles.count}>
          <span aria-hidden="true">({count})</span>
          <span className="visually-hidden">{countWithNoun(count, 'évaluation')}</span>
        </span>
      )}
    </span>
  );
}
