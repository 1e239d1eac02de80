// Short picture captions.
const LENGTH = 20;

/** The first 20 characters (code points). */
export function shortCaption(caption: string): string {
  const signs = Array.from(caption);
  return signs.length <= LENGTH ? caption : `${signs.slice(0, LENGTH).join('')}…`;
}
