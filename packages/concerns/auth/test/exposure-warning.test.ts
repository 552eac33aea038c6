import { describe, expect, it } from 'vitest';
import { exposureWarning } from '../src/index.ts';

describe('exposureWarning', () => {
  it.each([
    '127.0.0.1',
    '127.0.0.2',
    '127.1',
    '127.255.255.255',
    'localhost',
    'LOCALHOST',
    '::1',
    '[::1]',
    '0:0:0:0:0:0:0:1',
    '0000:0000:0000:0000:0000:0000:0000:0001',
    '::ffff:127.0.0.1',
  ])('returns nothing for %s, which other machines cannot reach', (host) => {
    expect(exposureWarning({ host, authenticated: false })).toBeUndefined();
  });

  it.each([
    '0.0.0.0',
    '::',
    '192.168.1.10',
    '10.0.0.1',
    'example.com',
    '127.0.0.1.example.com',
    'app.localhost',
    'localhost.example.com',
    'notlocalhost',
    '127',
    '1.127.0.0',
    '::ffff:10.0.0.1',
    '::11',
  ])('warns of %s without authentication (OTC-AUTH-01)', (host) => {
    expect(exposureWarning({ host, authenticated: false })).toBe(
      `The server listens on ${host} without authentication: any client that can reach it can call every tool. Set an API key or a JWT secret, or listen on 127.0.0.1.`,
    );
  });

  it.each([undefined, ''])('treats the host %o as all addresses', (host) => {
    expect(exposureWarning({ host, authenticated: false })).toContain('listens on all addresses without');
  });

  it('returns nothing if callers must authenticate', () => {
    expect(exposureWarning({ host: '0.0.0.0', authenticated: true })).toBeUndefined();
  });
});
