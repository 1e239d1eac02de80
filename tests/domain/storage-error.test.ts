import { describe, expect, it } from 'vitest';
import { isStorageFullError, storageErrorMessage } from '#domain/text/storage-error.ts';

const named = (name: string, more: object = {}) => Object.assign(new Error('x'), { name }, more);

describe('a failed save on the device', () => {
  it('is attributed to missing space for every form of quota error, and for no other error', () => {
    const full = [
      named('DeviceFull'),
      named('QuotaExceededError'),
      named('AbortError', { inner: { name: 'QuotaExceededError' } }),
    ];
    for (const failure of full) {
      expect(isStorageFullError(failure)).toBe(true);
      expect(storageErrorMessage(failure)).toMatch(/^Cet appareil n’a plus de place\u00a0: libérez de l’espace/);
    }
    for (const failure of [named('UnknownError'), null, undefined, 'full', named('OutboxFull')]) {
      expect(isStorageFullError(failure)).toBe(false);
    }
    expect(storageErrorMessage(named('UnknownError'))).toMatch(/^Cet appareil n’a pas pu enregistrer la modification/);
  });

  it('has its own reason for too many pending writes or one too large', () => {
    const tooMany = Object.assign(named('OutboxFull'), { message: 'Trop de modifications attendent' });
    expect(storageErrorMessage(tooMany)).toBe('Trop de modifications attendent');
  });
});
