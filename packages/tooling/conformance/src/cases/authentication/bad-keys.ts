import { type Attempt, inAnotherCase, type NamedAttempt } from './attempts.ts';

const header = (value: string): Attempt => ({ lines: [`OTC-API-Key: ${value}`] });
const twoKeys = (first: string, second: string): Attempt => ({
  lines: [`OTC-API-Key: ${first}`, `OTC-API-Key: ${second}`],
});

/** CASE-A: invalid keys, and valid keys in the wrong place. */
export const badKeys: readonly NamedAttempt<string>[] = [
  ['an empty key', () => header('')],
  ['another key', () => header('another-key-which-is-long-enough-for-any-rule')],
  ['a truncated key', (key) => header(key.slice(0, -1))],
  ['the first eight characters of a key', (key) => header(key.slice(0, Math.min(8, key.length - 1)))],
  ['a key with a suffix', (key) => header(`${key}x`)],
  ['a key with a prefix', (key) => header(`x${key}`)],
  ['a key in another case', (key) => header(inAnotherCase(key))],
  ['a key with a different first character', (key) => header(`${key.startsWith('x') ? 'y' : 'x'}${key.slice(1)}`)],
  ['a key twice in one header', (key) => header(`${key}${key}`)],
  ['a list of keys', (key) => header(`${key}, ${key}`)],
  ['a list of a key and an empty key', (key) => header(`${key},`)],
  ['two valid headers', (key) => twoKeys(key, key)],
  ['a valid header before an invalid one', (key) => twoKeys(key, 'garbage')],
  ['an invalid header before a valid one', (key) => twoKeys('garbage', key)],
  ['quotes around the key', (key) => header(`"${key}"`)],
  ['an escaped line break', (key) => header(`${key}\\n`)],
  ['a percent-encoded line break', (key) => header(`${key}%0A`)],
  ['a non-breaking space', (key) => header(`${key}\xa0`)],
  [
    'a key with its first character percent-encoded',
    (key) => header(key.replace(/./, (first) => `%${first.charCodeAt(0).toString(16)}`)),
  ],
  ['a key in base64', (key) => header(Buffer.from(key).toString('base64'))],
  ['an asterisk', () => header('*')],
  ['an SQL injection', () => header("' OR '1'='1")],
  ...['__proto__', 'constructor', 'null', 'undefined', 'true'].map(
    (name): NamedAttempt<string> => [`the word ${name}`, () => header(name)],
  ),
  ['bytes outside ASCII', () => header('\xfc\xff')],
  ['the key as the whole Authorization header', (key) => ({ lines: [`Authorization: ${key}`] })],
  ['the key with a custom scheme', (key) => ({ lines: [`Authorization: ApiKey ${key}`] })],
  [
    'the key as the password of Basic',
    (key) => ({ lines: [`Authorization: Basic ${Buffer.from(`${key}:`).toString('base64')}`] }),
  ],
  ['a header name with underscores', (key) => ({ lines: [`OTC_API_KEY: ${key}`] })],
  ['a header name without OTC', (key) => ({ lines: [`API-Key: ${key}`] })],
  ['the key in a cookie', (key) => ({ lines: [`Cookie: OTC-API-Key=${key}; otc-api-key=${key}`] })],
  ['the key in the query', (key) => ({ query: `?OTC-API-Key=${key}&otc-api-key=${key}` })],
  ['api_key in the query', (key) => ({ query: `?api_key=${key}&apikey=${key}&key=${key}` })],
  ['the key in the body', (key) => ({ members: { 'OTC-API-Key': key, api_key: key } })],
];
