import { describe, expect, it } from 'vitest';
import { paymentHosts, safePaymentAddress } from '#state/cart/payment-address.ts';

const here = 'https://etal.example';
const hosts = ['pay.example'];

describe('the address a shopper is sent to for paying', () => {
  it('may be a page of the market itself, whole or by its path', () => {
    expect(safePaymentAddress('https://etal.example/paiement/1', here, hosts)).toBe('https://etal.example/paiement/1');
    expect(safePaymentAddress('/paiement/1', here, hosts)).toBe('https://etal.example/paiement/1');
  });

  it('may be https on a host the market names, and only there', () => {
    expect(safePaymentAddress('https://pay.example/c/1', here, hosts)).toBe('https://pay.example/c/1');
    expect(safePaymentAddress('https://pay.example/c/1', here, [])).toBeNull();
    expect(safePaymentAddress('http://pay.example/c/1', here, hosts)).toBeNull();
  });

  it.each([
    '//evil.example',
    'https:\\\\evil.example',
    '/\\evil.example',
    'https://pay.example@evil.example/',
    'https://user:word@pay.example/',
    'https://pay.example.evil.example/',
    'https://pay.example:8443/',
    'https://xn--pay-xample-r8a.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
  ])('is never %s', (address) => {
    expect(safePaymentAddress(address, here, hosts)).toBeNull();
  });

  it('preserves the host name of a local market, but never the port', () => {
    expect(safePaymentAddress('http://127.0.0.1:4173/paiement/1?a=b', 'http://localhost:4173', [])).toBe(
      'http://localhost:4173/paiement/1?a=b',
    );
    expect(safePaymentAddress('http://127.0.0.1:9999/paiement/1', 'http://localhost:4173', [])).toBeNull();
    expect(safePaymentAddress('http://127.0.0.1:4173/paiement/1', here, [])).toBeNull();
  });

  it('reads the hosts of the settings with commas or spaces between them', () => {
    expect(paymentHosts('pay.example, secure.bank.example')).toEqual(['pay.example', 'secure.bank.example']);
    expect(paymentHosts(undefined)).toEqual([]);
  });
});
