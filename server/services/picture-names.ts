// The names of a picture's files. Each begins with its stem, which says its content.

/** The edition changes when sizes do: browsers hold a picture for ever under its name. */
const PREFIX = 'sent1-';

/** The stem of the files of a picture with these bytes. */
export const stemOfSent = (sha256: string): string => `${PREFIX}${sha256.slice(0, 40)}`;

/** The private file that the sizes of a picture are made from. */
export const originalOf = (stem: string): string => `original-${stem}`;

/** The stem in the name of an original or of a size; null for other files. */
export const stemOfFile = (name: string): string | null =>
  /^(?:original-)?(sent\d+-[0-9a-f]{40})(?=-|$)/.exec(name)?.[1] ?? null;
