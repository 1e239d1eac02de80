// Excerpts of a text, for search engines and link previews.
const LENGTH = 160;

/** Cuts between words where possible. */
export function excerpt(text: string, length = LENGTH): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= length) return flat;
  const end = flat.lastIndexOf(' ', length - 1);
  return `${flat.slice(0, end > 0 ? end : length - 1)}…`;
}
