// The words of a picture where there is little room.
const LENGTH = 20;

/** Its first 20 characters, as people count them. */
export function shortCaption(caption: string): string {
  const signs = Array.from(caption);
  return signs.length <= LENGTH ? caption : `${signs.slice(0, LENGTH).join('')}…`;
}
