// Stands inline in every page, under its hash in the Content-Security-Policy: sets headings and prices in the brand's serif from
// their first letter on where this device has it already (loading/serif.ts says so). Guarantee: a page that began without it
// never changes its letters while they are read: `optional` is late or never.

/**
 * @param file the address of its letters
 * @param display 'swap' where nothing is read at this moment
 */
globalThis.wearSerif = (file, display = 'optional') => {
  const face = new FontFace('Fraunces Variable', `url(${file})`, { weight: '100 900', display });
  // Gone from the server and from here: the device's own letters stay.
  face.load().catch(Boolean);
  document.fonts.add(face);
};

try {
  // The name stands in loading/serif.ts, too: nothing is imported into a page's own script.
  const file = localStorage.getItem('etal.serif');
  if (file) wearSerif(file);
} catch {
  // No storage, or no faces that a script can add.
}
