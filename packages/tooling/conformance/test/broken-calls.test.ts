import { isToolError } from '@toolwire/errors';
import { expect, test } from 'vitest';
import { documentTools, fixtureTools } from '../src/fixtures.ts';
import { titlesThat } from './failures.ts';
import { json, type ProtocolSteps, rightProtocol, type TinyAnswer } from './tiny-protocol.ts';
import type { TinyServerOptions } from './tiny-server.ts';

// Those that a server needs no skill to run.
const plain = ['Any', 'Counter', 'Echo', 'Limits', 'Needy', 'Reads', 'RetryHint', 'Spill', 'Typed'].map(
  (name) => `Conf.${name}`,
);
const tools = [...documentTools(), ...fixtureTools().filter(({ id }) => plain.includes(id))];
const { find, handOver, isJson } = rightProtocol;

interface BrokenServer extends Pick<TinyServerOptions, 'tamper' | 'lenient'> {
  readonly flaw: string;
  readonly protocol?: Partial<ProtocolSteps>;
  readonly caught: string;
  /** The standard's text does not demand it. */
  readonly advised?: true;
}

const requirements = 'Tool authorization, secrets and user ID';
const canary = 'Canaries: no part of a token, a secret or a credential is returned';

const brokenServers: readonly BrokenServer[] = [
  {
    flaw: 'hands every secret to every tool',
    protocol: { handOver: (entries, id) => entries.find((entry) => entry['id'] === id) },
    caught: `${requirements}: a tool can read only what it declares: another ID`,
    advised: true,
  },
  {
    flaw: 'knows secrets by any spelling of their ids',
    protocol: {
      handOver: (entries, id, declared) =>
        handOver(entries, declared.find((one) => one.toLowerCase() === id.toLowerCase()) ?? id, declared),
    },
    caught: `${requirements}: a tool can read only what it declares: the ID in another case`,
    advised: true,
  },
  {
    flaw: 'trims the ids of secrets',
    protocol: { handOver: (entries, id, declared) => handOver(entries, id.trim(), declared) },
    caught: `${requirements}: a tool can read only what it declares: the ID with spaces`,
    advised: true,
  },
  {
    flaw: 'takes an empty token for one',
    protocol: { isGiven: (value) => typeof value === 'string' },
    caught: `${requirements}: a call without the required token is refused: an empty token`,
  },
  {
    flaw: 'takes anything for a secret',
    protocol: { isGiven: (value) => value !== undefined && value !== '' },
    caught: `${requirements}: a call without the required secret is refused: a value that is not a string`,
  },
  {
    flaw: 'names all that a tool requires, and not what is missing',
    protocol: {
      lacking: () =>
        rightProtocol.lacking({ authorization: [{ id: 'conf' }], secrets: [{ id: 'CONF_SECRET' }], user_id: true }, {}),
    },
    caught: `${requirements}: a call with part of what the tool requires is refused, and the response lists the rest: the token`,
    advised: true,
  },
  {
    flaw: 'asks for a token before it looks at the input',
    tamper: (response, { body }) =>
      response.status === 422 && !body.includes('"context"') ? rightProtocol.lacking({ user_id: true }, {}) : response,
    caught: 'Order of refusals: input is reported before every later flaw',
    advised: true,
  },
  {
    flaw: 'looks a tool up before it knows the version of the standard',
    tamper: (response, { body }) =>
      body.includes('otc://9.9') && body.includes('"Gmail."')
        ? json(400, { message: 'The tool id is not valid.' })
        : response,
    caught: 'Order of refusals: $schema is reported before every later flaw',
    advised: true,
  },
  {
    flaw: 'repeats the context it finds wanting',
    protocol: { lacking: (_missing, context) => json(400, { message: `Not enough: ${JSON.stringify(context)}` }) },
    caught: `${canary}: a secret that is missing`,
  },
  {
    flaw: 'repeats the context for developers',
    protocol: {
      lacking: (_missing, context) => json(400, { message: 'Not enough', developer_message: JSON.stringify(context) }),
    },
    caught: `${canary}: a token and a user that are missing`,
  },
  {
    flaw: 'shows what was thrown',
    protocol: { failed: (thrown) => ({ message: String(thrown) }) },
    caught: `${canary}: a tool that throws its token and secret: message`,
  },
  {
    flaw: 'shows the cause of what was thrown',
    protocol: { failed: (thrown) => ({ message: 'It failed', developer_message: String((thrown as Error).cause) }) },
    caught: `${canary}: a tool that throws its token and secret: cause`,
  },
  {
    flaw: 'shows the name of what was thrown',
    protocol: { failed: (thrown) => ({ message: 'It failed', kind: (thrown as Error).name }) },
    caught: `${canary}: a tool that throws its token and secret: name`,
  },
  {
    flaw: 'shows all members of what was thrown',
    protocol: { failed: (thrown) => ({ message: 'It failed', ...(isToolError(thrown) ? {} : { members: thrown }) }) },
    caught: `${canary}: a tool that throws its token and secret: member`,
  },
  {
    flaw: 'tells callers whom it takes them for',
    tamper: (response, { headers }) => ({
      ...response,
      headers: { ...response.headers, 'x-caller': headers.authorization ?? 'anonymous' },
    }),
    caught: `${canary}: an unknown tool`,
  },
  {
    flaw: 'repeats a media type',
    tamper: (response, { headers }) =>
      response.status === 400 ? json(400, { message: `Cannot read ${headers['content-type']}` }) : response,
    caught: `${canary}: a media type`,
  },
  {
    flaw: 'repeats input in its message',
    tamper: repeatsInput,
    caught: 'Leaks: a rejected value is not in the message, and a long value is not in the response',
    advised: true,
  },
  ...['an unknown parameter', 'input that does not match its pattern', 'input that is a string'].map((input) => ({
    flaw: `repeats ${input} in its message`,
    tamper: repeatsInput,
    caught: `Canaries: the message does not repeat invalid input: ${input}`,
    advised: true as const,
  })),
  {
    flaw: 'converts parameters',
    protocol: { checks: { coerceTypes: true } },
    caught: 'Parameters: "1" is invalid for integer',
  },
  {
    flaw: 'drops parameters that it does not know',
    protocol: { checks: { removeAdditional: true } },
    caught: 'Parameters: 1 is invalid for no_such_parameter',
  },
  {
    flaw: 'checks nothing inside of objects',
    tamper: (response, { body }) =>
      response.status === 422 && body.includes('"person":{') ? json(200, right) : response,
    caught: 'Parameters: {"name":"a","age":-1} is invalid for person',
  },
  {
    flaw: 'reads JSON with commas to spare',
    protocol: { parse: (text) => JSON.parse(text.replace(/,\s*(?=[\]}])/g, '')) as unknown },
    caught: 'Edge 18: JSON grammar: invalid JSON: a list with a trailing comma',
  },
  {
    flaw: 'reads JSON with comments',
    protocol: { parse: (text) => JSON.parse(text.replace(/ \/\/.*\n/g, '')) as unknown },
    caught: 'Edge 18: JSON grammar: invalid JSON: a line comment',
  },
  {
    flaw: 'reads numbers as other languages write them',
    protocol: { parse: (text) => JSON.parse(text.replace(/:([-+]?)0+(?=\d)/g, ':$1').replace(':+', ':')) as unknown },
    caught: 'Edge 18: JSON grammar: invalid JSON: a number with a leading zero',
  },
  {
    flaw: 'reads the words of Python',
    protocol: { parse: (text) => JSON.parse(text.replace(/:True\b/g, ':true')) as unknown },
    caught: 'Edge 18: JSON grammar: invalid JSON: True',
  },
  {
    flaw: 'composes letters',
    tamper: (response) => ({ ...response, text: response.text.normalize('NFC') }),
    caught: 'Strings and names: a string is returned unchanged, as a value, a name and a call ID: decomposed letters',
  },
  {
    flaw: 'drops invisible characters',
    tamper: (response) => ({ ...response, text: response.text.replace(/[\u200b\u2060]/g, '') }),
    caught: 'Strings and names: a string is returned unchanged, as a value, a name and a call ID: invisible characters',
  },
  {
    flaw: 'trims names',
    tamper: (response) => ({ ...response, text: response.text.replaceAll('" "', '""') }),
    caught: 'Strings and names: a member is returned under its name: " "',
  },
  {
    flaw: 'finds tools in any case',
    protocol: {
      find: (all, id, version) =>
        all.find((one) => find([one], one.id, version) && one.id.toLowerCase() === id.toLowerCase()),
    },
    caught: 'Edge 1: tool ID grammar: the tool ID "CALCULATOR.ADD" is refused',
  },
  {
    flaw: 'finds tools by their beginning',
    protocol: { find: (all, id, version) => all.find((one) => one.id.startsWith(id) && find([one], one.id, version)) },
    caught: 'Edge 1: tool ID grammar: the tool ID "Calculator.Ad" is refused',
  },
  {
    flaw: 'takes JSON under any name',
    protocol: { isJson: (type) => isJson(type) || /json/.test(type) },
    caught: 'Edge 22: content types: a call is refused as "application/x-ndjson"',
  },
  {
    flaw: 'takes what web pages may send',
    protocol: { isJson: (type) => isJson(type) || type.startsWith('text/plain') },
    caught: 'Edge 22: content types: a call is refused as "text/plain"',
  },
  {
    flaw: 'reads heads that proxies read otherwise',
    lenient: true,
    caught:
      'HTTP: body lengths: a call with a Content-Length that covers a request after the chunks runs once or not at all',
    advised: true,
  },
];

function repeatsInput(response: TinyAnswer, { body }: { readonly body: string }): TinyAnswer {
  return response.status === 422 ? json(422, { message: `Bad input: ${body.slice(0, 1000)}` }) : response;
}

const right = { $schema: 'otc://1.0', result: { call_id: 'a', success: true, value: {} } };

test('a conforming server fails none of these cases', async () => {
  for (const { caught, advised } of brokenServers) {
    expect(await titlesThat(advised ? 'warn' : 'fail', { tools }, {}, caught)).toEqual([]);
    expect(await titlesThat('pass', { tools }, {}, caught)).toEqual([caught]);
  }
});

test('a server may keep the sign of zero', async () => {
  const minusZero = 'Edge 18: JSON grammar: valid JSON, returned unchanged: minus zero';
  const tamper: TinyServerOptions['tamper'] = (response) => ({
    ...response,
    text: response.text.replace('"value":0', '"value":-0'),
  });
  for (const how of [{ tools }, { tools, tamper }]) {
    expect(await titlesThat('pass', how, {}, minusZero)).toEqual([minusZero]);
  }
});

test('a server whose waits are a thousand times too long is caught', async () => {
  const waits = 'Call response: a wait is a whole number of milliseconds, never less than requested';
  const times =
    (factor: number): NonNullable<TinyServerOptions['tamper']> =>
    (response) => ({
      ...response,
      text: response.text.replace(
        /(?<="retry_after_ms":)[\d.]+/,
        (requested) => `${Math.ceil(Number(requested)) * factor}`,
      ),
    });
  expect(await titlesThat('pass', { tools, tamper: times(1) }, {}, waits)).toEqual([waits]);
  expect(await titlesThat('fail', { tools, tamper: times(1000) }, {}, waits)).toEqual([waits]);
});

test.each(brokenServers)('a server that $flaw is caught', async ({ caught, advised, flaw: _flaw, ...how }) => {
  expect(await titlesThat(advised ? 'warn' : 'fail', { tools, ...how }, {}, caught)).toEqual([caught]);
});
