// A caption where there is little room.
import { expect, it } from 'vitest';
import { shortCaption } from '#domain/text/caption.ts';

it('is whole up to 20 characters, then cut to 20 and an ellipsis', () => {
  expect(shortCaption('')).toBe('');
  expect(shortCaption('a'.repeat(20))).toBe('a'.repeat(20));
  expect(shortCaption('a'.repeat(21))).toBe(`${'a'.repeat(20)}…`);
});

it('never cuts a sign in two', () => {
  expect(shortCaption('🧀'.repeat(21))).toBe(`${'🧀'.repeat(20)}…`);
  expect(shortCaption('🧀'.repeat(20))).toBe('🧀'.repeat(20));
});
