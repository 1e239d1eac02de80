// Which video an address names.
import { expect, it } from 'vitest';
import { youtubeAddress, youtubeIdOf } from '#domain/text/youtube.ts';

const id = 'aqz-KE-bpKQ';

it.each([
  id,
  `  ${id} `,
  `https://www.youtube.com/watch?v=${id}`,
  `http://youtube.com/watch?v=${id}&t=42s`,
  `https://m.youtube.com/watch?app=desktop&v=${id}#haut`,
  `https://music.youtube.com/watch?list=RD&v=${id}`,
  `youtube.com/watch?v=${id}`,
  `www.youtube.com/watch/?v=${id}`,
  `https://youtu.be/${id}`,
  `https://youtu.be/${id}?si=AbCdEf`,
  `youtu.be/${id}/`,
  `https://www.youtube.com/embed/${id}?autoplay=1`,
  `https://www.youtube-nocookie.com/embed/${id}`,
  `https://www.youtube.com/shorts/${id}`,
  `https://www.youtube.com/live/${id}?feature=share`,
  `https://www.youtube.com/v/${id}`,
  `HTTPS://WWW.YOUTUBE.COM/watch?v=${id}`,
  `//www.youtube.com/embed/${id}`,
])('%s', (typed) => {
  expect(youtubeIdOf(typed)).toBe(id);
});

it.each([
  '',
  'demain',
  'https://vimeo.com/123456789',
  `https://youtube.com.example/watch?v=${id}`,
  `https://example.com/?u=https://youtu.be/${id}`,
  `https://notyoutube.com/watch?v=${id}`,
  'https://www.youtube.com/',
  'https://www.youtube.com/@fromagerie',
  'https://www.youtube.com/playlist?list=PL12345678901',
  `https://www.youtube.com/watch?v=${id}x`,
  `https://www.youtube.com/watch?v=${id.slice(1)}`,
  `https://www.youtube.com/watch?list=${id}`,
  `javascript:alert('${id}')`,
  `https://youtu.be/%22onload%3D1`,
])('names none: %s', (typed) => {
  expect(youtubeIdOf(typed)).toBeNull();
});

it('parses its own output', () => {
  expect(youtubeIdOf(youtubeAddress(id))).toBe(id);
});
