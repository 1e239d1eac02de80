// Tabs: one panel at a time; arrow keys, Home and End switch.
//   <Tabs label="Contact" tabs={[{ id: 'contact', label: 'nous contacter', content: … }]} />   the first is open by default
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import styles from './tabs.module.css';

export interface TabsProps {
  /** Accessible name. */
  label: string;
  tabs: readonly { id: string; label: ReactNode; content: ReactNode }[];
  /** Controlled, with onSelect. */
  selected?: string;
  onSelect?: (id: string) => void;
}

export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const base = useId();
  const [own, setOwn] = useState(tabs[0]?.id);
  const current = tabs.find((tab) => tab.id === (selected ?? own)) ?? tabs[0];
  const select = (id: string) => {
    setOwn(id);
    onSelect?.(id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.id === current?.id);
    const moves: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const tab = tabs[(next + tabs.length) % tabs.length];
    if (!tab) return;
    select(tab.id);
    event.currentTarget.querySelector<HTMLElement>(`#${CSS.escape(`${base}-${tab.id}`)}`)?.focus();
  };
  return (
    <div>
      <div role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => {
          const on = tab.id === current?.id;
          return (
            <button
              key={tab.id}
              id={`${base}-${tab.id}`}
              type="button"
              role="tab"
              aria-selected={on}
              aria-controls={`${base}-panel`}
              tabIndex={on ? 0 : -1}
              className={styles.tab}
              onClick={() => select(tab.id)}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      <div
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={current && `${base}-${current.id}`}
        className={styles.panel}
      >
        {current?.content}
      </div>
    </div>
  );
}
