// ChartBars: a bar chart with Chart.js, loaded with the first chart.
import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { useEffect, useRef } from 'react';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

/** Below this width labels are cut earlier, pixels. */
const NARROW_PX = 420;
const NARROW_LETTERS = 16;

function cut(name: string, width: number): string {
  const most = width < NARROW_PX ? NARROW_LETTERS : NARROW_LETTERS * 2;
  return name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name;
}

interface ChartBarsProps {
  labels: readonly string[];
  values: readonly number[];
  /** Tooltip of each bar. */
  words: readonly string[];
  /** Text alternative. */
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
