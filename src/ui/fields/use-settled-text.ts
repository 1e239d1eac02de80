// useSettledText: text of a search field, which the address follows after a pause in typing.
// Guarantee: an address that follows older typing never replaces newer typing; a link or the way back is shown.
import { useEffect, useRef, useState } from 'react';

/** Typing has paused, milliseconds. */
const PAUSE_MS = 300;

interface SettledText {
  /** Text of the address. */
  settled: string;
  /** What the address says for a typed text; null for a mistake, which changes nothing. */
  settledOf(typed: string): string | null;
  /** Changes the address. */
  onSettle(settled: string): void;
}

export function useSettledText({ settled, settledOf, onSettle }: SettledText) {
  const [typed, setTyped] = useState(settled);
  const expected = useRef(settled);
  useEffect(() => {
    if (settled === expected.current) return;
    expected.current = settled;
    setTyped(settled);
  }, [settled]);

  const settle = (text: string) => {
    const next = settledOf(text);
    if (next === null || next === settled) return;
    expected.current = next;
    onSettle(next);
  };
  const latest = useRef(settle);
  latest.current = settle;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, setTyped, settle: () => settle(typed) };
}
