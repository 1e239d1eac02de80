// The video that an address names, in whichever form people copy it: from the address bar, 'Partager', a phone, a page that
// shows it, or its bare name. Guarantee: pure; what names no video is null, and never guessed.
const ID = /^[\w-]{11}$/;
const ADDRESS =
  /^(?:https?:)?(?:\/\/)?(?:(?:www|m|music)\.)?(youtu\.be|youtube\.com|youtube-nocookie\.com)\/([^?#]*)(?:\?([^#]*))?/i;
/** What stands before the name in an address: youtube.com/shorts/… */
const BEFORE = new Set(['embed', 'shorts', 'live', 'v', 'e']);

function nameIn(address: RegExpExecArray): string {
  const [, host = '', path = '', query = ''] = address;
  const [first = '', second = ''] = path.split('/');
  if (host.toLowerCase() === 'youtu.be') return first;
  if (BEFORE.has(first)) return second;
  const asked = query.split('&').find((one) => one.startsWith('v='));
  return asked?.slice(2) ?? '';
}

/** The eleven signs by which YouTube knows a video. */
export function youtubeIdOf(typed: string): string | null {
  const text = typed.trim();
  const address = ADDRESS.exec(text);
  const name = address ? nameIn(address) : text;
  return ID.test(name) ? name : null;
}

/** The address under which people know it. */
export const youtubeAddress = (id: string): string => `https://www.youtube.com/watch?v=${id}`;
