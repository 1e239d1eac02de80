// FoldButton: the title of a part that is folded on a phone, as the button that opens it. The styles of the part decide by
// its `aria-expanded` what is folded, and show a plain title in its place where there is room, or no script.
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
