// Name-based ids: equal on every device, in every page and in every later version of the app.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newId, uuidv5 } from '#sync/device/ids.ts';

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

/** RFC 9562 over Node's own SHA-1. */
function plainly(name: string, namespace: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

describe('the id of a name', () => {
  test('matches the example of the standard', () => {
    expect(uuidv5('www.example.com', DNS)).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });

  test('matches the standard, for any length and any characters of the name', () => {
    for (let length = 0; length < 200; length += 1) {
      const name = [...'panier é 🧀 '.repeat(30)].slice(0, length).join('');
      expect(uuidv5(name, DNS), String(length)).toBe(plainly(name, DNS));
    }
  });

  test('never changes, since stored rows are named by it', () => {
    expect(uuidv5('undo 1')).toBe(plainly('undo 1', '5d8f6f0a-3b57-4d0e-9a55-6c1f0c8a7e21'));
    expect(uuidv5('undo 1')).toBe('82265264-049d-596f-ab5d-ba554e59a0e3');
  });
});

test('a random id is of version 4, and no two are equal', () => {
  const ids = Array.from({ length: 1000 }, newId);
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
