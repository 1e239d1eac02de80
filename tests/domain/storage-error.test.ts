import { describe, expect, it } from 'vitest';
import { isFull, notKeptSentence } from '#domain/text/storage-error.ts';

const named = (name: string, more: object = {}) => Object.assign(new Error('x'), { name }, more);

describe('what the device could not keep', () => {
  it('is put down to its want of room, however that is thrown, and to nothing else', () => {
    const full = [
      named('DeviceFull'),
      named('QuotaExceededError'),
      named('AbortError', { inner: { name: 'QuotaExceededError' } }),
    ];
    for (const failure of full) {
      expect(isFull(failure)).toBe(true);
      expect(notKeptSentence(failure)).toMatch(/^Cet appareil n’a plus de place\u00a0: libérez de l’espace/);
    }
    for (const failure of [named('UnknownError'), null, undefined, 'full', named('OutboxFull')]) {
      expect(isFull(failure)).toBe(false);
    }
    expect(notKeptSentence(named('UnknownError'))).toMatch(/^Cet appareil n’a pas pu enregistrer le changement/);
  });

  it('says its own reason where too much waits, or one thing is too large', () => {
    const tooMany = Object.assign(named('OutboxFull'), { message: 'Trop de modifications attendent' });
    expect(notKeptSentence(tooMany)).toBe('Trop de modifications attendent');
  });
});
