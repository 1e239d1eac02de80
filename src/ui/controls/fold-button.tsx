// FoldButton: the title of a section that is folded on phones, as its toggle. The section's styles use `aria-expanded`,
// and show a plain title on wide screens and without scripts.
import { useState } from 'react';
import { Icon } from './icon.tsx';

export function FoldButton({ children }: { children: string }) {
  const [open, setOpen] = useState(false);
  return (
    <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
      {children}
      <Icon name="down" size={20} />
    </button>
  );
}
