/** Brings the serif once nothing more important is to be fetched. Call it when the page is idle. */
export async function loadFonts(): Promise<void> {
  await import('./fonts.css');
}
