import type { Attempt, NamedAttempt } from './attempts.ts';

const header = (value: string): Attempt => ({ lines: [`OTC-API-Key: ${value}`] });
const both = (first: string, second: string): Attempt => ({
  lines: [`OTC-API-Key: ${first}`, `OTC-API-Key: ${second}`],
});

/** CASE-A: invalid keys, and valid keys in the wrong place. */
export const badKeys: readonly NamedAttempt<string>[] = [
  ['an empty key', () => header('')],
  ['another key', () => header('another-key-which-is-long-enough-for-any-rule')],
  ['a key without its end', (key) => header(key.slice(0, -1))],
  ['the beginning of a key', (key) => header(key.slice(0, 8))],
  ['a key with more at its end', (key) => header(`${key}x`)],
  ['a key with more at its start', (key) => header(`x${key}`)],
  ['a key in another case', (key) => header(key === key.toUpperCase() ? key.toLowerCase() : key.toUpperCase())],
  ['a key with one other character', (key) => header(`${key.startsWith('x') ? 'y' : 'x'}${key.slice(1)}`)],
  ['a key twice in one header', (key) => header(`${key}${key}`)],
  ['a list of keys', (key) => header(`${key}, ${key}`)],
  ['a key and an empty one in a list', (key) => header(`${key},`)],
  ['two good headers', (key) => both(key, key)],
  ['a good header and a bad one', (key) => both(key, 'garbage')],
  ['a bad header and a good one', (key) => both('garbage', key)],
  ['quotes around the key', (key) => header(`"${key}"`)],
  ['a line break written out', (key) => header(`${key}\\n`)],
  ['a line break, percent-encoded', (key) => header(`${key}%0A`)],
  ['a non-breaking space', (key) => header(`${key}\xa0`)],
  [
    'a key that is percent-encoded',
    (key) => header(key.replace(/./, (first) => `%${first.charCodeAt(0).toString(16)}`)),
  ],
  ['a key in base64', (key) => header(Buffer.from(key).toString('base64'))],
  ['a pattern', () => header('*')],
  ['a pattern of SQL', () => header("' OR '1'='1")],
  ...['__proto__', 'constructor', 'null', 'undefined', 'true'].map(
    (name): NamedAttempt<string> => [`the word ${name}`, () => header(name)],
  ),
  ['bytes outside of ASCII', () => header('\xfc\xff')],
  ['the key as the whole Authorization', (key) => ({ lines: [`Authorization: ${key}`] })],
  ['the key with a custom scheme', (key) => ({ lines: [`Authorization: ApiKey ${key}`] })],
  [
    'the key as a password of Basic',
    (key) => ({ lines: [`Authorization: Basic ${Buffer.from(`${key}:`).toString('base64')}`] }),
  ],
  ['the name of the header with underscores', (key) => ({ lines: [`OTC_API_KEY: ${key}`] })],
  ['the name of the header without its start', (key) => ({ lines: [`API-Key: ${key}`] })],
  ['a cookie', (key) => ({ lines: [`Cookie: OTC-API-Key=${key}; otc-api-key=${key}`] })],
  ['the query', (key) => ({ query: `?OTC-API-Key=${key}&otc-api-key=${key}` })],
  ['api_key in the query', (key) => ({ query: `?api_key=${key}&apikey=${key}&key=${key}` })],
  ['the body', (key) => ({ members: { 'OTC-API-Key': key, api_key: key } })],
];
