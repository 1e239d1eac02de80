// The first words of a text, for those who are told of a page: search engines, and whoever it is shared with.
const LENGTH = 160;

/** Whole words where it can: a word longer than that is cut. */
export function excerpt(text: string, length = LENGTH): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= length) return flat;
  const end = flat.lastIndexOf(' ', length - 1);
  return `${flat.slice(0, end > 0 ? end : length - 1)}…`;
}
