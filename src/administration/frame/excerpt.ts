// Excerpt of a text for a row of a table.

const MAX = 90;

export function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX ? `${line.slice(0, MAX).trimEnd()}…` : line;
}
