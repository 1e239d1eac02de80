// Bars on a canvas, by Chart.js, in the market's own colours. Comes with the first figures that are drawn.
import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { useEffect, useRef } from 'react';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

/** Names across stand beside the bars: on a phone there is room for so many letters, else for twice as many. */
const NARROW_PX = 420;
const NARROW_LETTERS = 16;

function cut(name: string, width: number): string {
  const most = width < NARROW_PX ? NARROW_LETTERS : NARROW_LETTERS * 2;
  return name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name;
}

interface ChartBarsProps {
  labels: readonly string[];
  values: readonly number[];
  /** What is said of each bar when it is pointed at. */
  words: readonly string[];
  /** For those who do not see it. */
  summary: string;
  horizontal: boolean;
}

function colours(canvas: HTMLCanvasElement) {
  const paint = getComputedStyle(canvas);
  const named = (name: string) => paint.getPropertyValue(name).trim();
  return { bar: named('--green'), text: named('--quiet'), line: named('--line'), font: paint.fontFamily };
}

export default function ChartBars({ labels, values, words, summary, horizontal }: ChartBarsProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    let chart: Chart | null = null;
    const draw = () => {
      chart?.destroy();
      const { bar, text, line, font } = colours(element);
      const ticks = { color: text, font: { family: font, size: 13 } };
      const shown = horizontal ? labels.map((name) => cut(name, element.parentElement?.clientWidth ?? 0)) : [...labels];
      const names = { grid: { display: false }, border: { color: line }, ticks: { ...ticks, autoSkipPadding: 12 } };
      const numbers = {
        beginAtZero: true,
        grid: { color: line },
        border: { display: false },
        ticks: { ...ticks, precision: 0, maxTicksLimit: 6 },
      };
      chart = new Chart(element, {
        type: 'bar',
        data: {
          labels: shown,
          datasets: [{ data: [...values], backgroundColor: bar, borderRadius: 4, maxBarThickness: 40 }],
        },
        options: {
          indexAxis: horizontal ? 'y' : 'x',
          animation: false,
          maintainAspectRatio: false,
          scales: horizontal ? { x: numbers, y: names } : { x: names, y: numbers },
          plugins: {
            tooltip: {
              displayColors: false,
              bodyFont: { family: font, size: 14 },
              callbacks: { title: () => '', label: ({ dataIndex }) => words[dataIndex] ?? '' },
            },
          },
        },
      });
    };
    draw();
    dark.addEventListener('change', draw);
    return () => {
      dark.removeEventListener('change', draw);
      chart?.destroy();
    };
  }, [labels, values, words, horizontal]);
  return <canvas ref={canvas} role="img" aria-label={summary} />;
}
