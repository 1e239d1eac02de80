// Picture file names, which start with a stem derived from the content.

export const IMAGES_PREFIX = '/media/images/';

/** Version, incremented when sizes change: browsers cache pictures forever by name. */
const PREFIX = 'sent1-';

/** File stem of an uploaded picture. */
export const uploadStem = (sha256: string): string => `${PREFIX}${sha256.slice(0, 40)}`;

/** Address of a size on the site. */
export const picturePath = (file: string): string => `${IMAGES_PREFIX}${file}`;

/** Private original from which sizes are created. */
export const originalName = (stem: string): string => `original-${stem}`;

/** Stem of an original or a size; null for other files. */
export const parseStem = (name: string): string | null =>
  /^(?:original-)?(sent\d+-[0-9a-f]{40})(?=-|$)/.exec(name)?.[1] ?? null;
