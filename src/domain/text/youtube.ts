// YouTube ids from any usual address, or from the bare id.
// Guarantee: null if the text does not name a video; never a guess.
const ID = /^[\w-]{11}$/;
const ADDRESS =
  /^(?:https?:)?(?:\/\/)?(?:(?:www|m|music)\.)?(youtu\.be|youtube\.com|youtube-nocookie\.com)\/([^?#]*)(?:\?([^#]*))?/i;
/** Path segments before the id: youtube.com/shorts/… */
const BEFORE = new Set(['embed', 'shorts', 'live', 'v', 'e']);

function idIn(address: RegExpExecArray): string {
  const [, host = '', path = '', query = ''] = address;
  const [first = '', second = ''] = path.split('/');
  if (host.toLowerCase() === 'youtu.be') return first;
  if (BEFORE.has(first)) return second;
  const parameter = query.split('&').find((one) => one.startsWith('v='));
  return parameter?.slice(2) ?? '';
}

/** The id, eleven characters. */
export function youtubeIdOf(typed: string): string | null {
  const text = typed.trim();
  const address = ADDRESS.exec(text);
  const id = address ? idIn(address) : text;
  return ID.test(id) ? id : null;
}

/** Canonical address of a video. */
export const youtubeAddress = (id: string): string => `https://www.youtube.com/watch?v=${id}`;
