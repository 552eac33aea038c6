import { isToolError } from '@toolwire/errors';
import { expect, test } from 'vitest';
import { documentTools, fixtureTools } from '../src/fixtures.ts';
import { titlesThat } from './failures.ts';
import { json, type ProtocolSteps, rightProtocol } from './tiny-protocol.ts';
import type { TinyServerOptions } from './tiny-server.ts';

// Those that a server needs no skill to run.
const plain = ['Any', 'Counter', 'Echo', 'Needy', 'Reads', 'Spill', 'Typed'].map((name) => `Conf.${name}`);
const tools = [...documentTools(), ...fixtureTools().filter(({ id }) => plain.includes(id))];
const { find, handOver, isJson } = rightProtocol;

interface Spoilt extends Pick<TinyServerOptions, 'tamper' | 'lenient'> {
  readonly flaw: string;
  readonly protocol?: Partial<ProtocolSteps>;
  readonly caught: string;
  /** The standard's text does not demand it. */
  readonly advised?: true;
}

const requirements = 'Tool authorization, secrets and user id';
const canary = 'Canaries: no piece of a token, a secret or a credential comes back, whatever is wrong';

const spoilt: readonly Spoilt[] = [
  {
    flaw: 'hands every secret to every tool',
    protocol: { handOver: (entries, id) => entries.find((entry) => entry['id'] === id) },
    caught: `${requirements}: a tool reads nothing that it has not declared: another id`,
  },
  {
    flaw: 'knows secrets by any spelling of their ids',
    protocol: {
      handOver: (entries, id, declared) =>
        handOver(entries, declared.find((one) => one.toLowerCase() === id.toLowerCase()) ?? id, declared),
    },
    caught: `${requirements}: a tool reads nothing that it has not declared: the id in another case`,
  },
  {
    flaw: 'trims the ids of secrets',
    protocol: { handOver: (entries, id, declared) => handOver(entries, id.trim(), declared) },
    caught: `${requirements}: a tool reads nothing that it has not declared: the id with spaces`,
  },
  {
    flaw: 'takes an empty token for one',
    protocol: { isGiven: (value) => typeof value === 'string' },
    caught: `${requirements}: a call without the required token is refused: an empty token`,
  },
  {
    flaw: 'takes anything for a secret',
    protocol: { isGiven: (value) => value !== undefined && value !== '' },
    caught: `${requirements}: a call without the required secret is refused: a value that is no text`,
  },
  {
    flaw: 'names all that a tool requires, and not what is missing',
    protocol: {
      lacking: () =>
        rightProtocol.lacking({ authorization: [{ id: 'conf' }], secrets: [{ id: 'CONF_SECRET' }], user_id: true }, {}),
    },
    caught: `${requirements}: a call with part of what the tool requires is refused, and told of the rest: the token`,
    advised: true,
  },
  {
    flaw: 'asks for a token before it looks at the input',
    tamper: (answer, { body }) =>
      answer.status === 422 && !body.includes('"context"') ? rightProtocol.lacking({ user_id: true }, {}) : answer,
    caught: 'Order of refusals: input comes before everything after it',
    advised: true,
  },
  {
    flaw: 'looks a tool up before it knows the version of the standard',
    tamper: (answer, { body }) =>
      body.includes('otc://9.9') && body.includes('"Gmail."')
        ? json(400, { message: 'The tool id is not valid.' })
        : answer,
    caught: 'Order of refusals: $schema comes before everything after it',
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
    caught: `${canary}: a tool that fails with all it knows: message`,
  },
  {
    flaw: 'shows the cause of what was thrown',
    protocol: { failed: (thrown) => ({ message: 'It failed', developer_message: String((thrown as Error).cause) }) },
    caught: `${canary}: a tool that fails with all it knows: cause`,
  },
  {
    flaw: 'shows the name of what was thrown',
    protocol: { failed: (thrown) => ({ message: 'It failed', kind: (thrown as Error).name }) },
    caught: `${canary}: a tool that fails with all it knows: name`,
  },
  {
    flaw: 'shows all members of what was thrown',
    protocol: { failed: (thrown) => ({ message: 'It failed', ...(isToolError(thrown) ? {} : { members: thrown }) }) },
    caught: `${canary}: a tool that fails with all it knows: member`,
  },
  {
    flaw: 'tells callers whom it takes them for',
    tamper: (answer, { headers }) => ({
      ...answer,
      headers: { ...answer.headers, 'x-caller': headers.authorization ?? 'nobody' },
    }),
    caught: `${canary}: an unknown tool`,
  },
  {
    flaw: 'repeats a media type',
    tamper: (answer, { headers }) =>
      answer.status === 400 ? json(400, { message: `Cannot read ${headers['content-type']}` }) : answer,
    caught: `${canary}: a media type`,
  },
  {
    flaw: 'repeats input in its message',
    tamper: (answer, { body }) =>
      answer.status === 422 ? json(422, { message: `Bad input: ${body.slice(0, 1000)}` }) : answer,
    caught: `${canary}: input that is a text`,
  },
  {
    flaw: 'converts parameters',
    protocol: { checks: { coerceTypes: true } },
    caught: 'Parameters: "1" does not fit integer',
  },
  {
    flaw: 'drops parameters that it does not know',
    protocol: { checks: { removeAdditional: true } },
    caught: 'Parameters: 1 does not fit no_such_parameter',
  },
  {
    flaw: 'checks nothing inside of objects',
    tamper: (answer, { body }) => (answer.status === 422 && body.includes('"person":{') ? json(200, right) : answer),
    caught: 'Parameters: {"name":"a","age":-1} does not fit person',
  },
  {
    flaw: 'reads JSON with commas to spare',
    protocol: { parse: (text) => JSON.parse(text.replace(/,\s*(?=[\]}])/g, '')) as unknown },
    caught: 'Edge 18: the grammar of JSON: no JSON: a list with a comma at its end',
  },
  {
    flaw: 'reads JSON with comments',
    protocol: { parse: (text) => JSON.parse(text.replace(/ \/\/.*\n/g, '')) as unknown },
    caught: 'Edge 18: the grammar of JSON: no JSON: a comment on its line',
  },
  {
    flaw: 'reads numbers as other languages write them',
    protocol: { parse: (text) => JSON.parse(text.replace(/:([-+]?)0+(?=\d)/g, ':$1').replace(':+', ':')) as unknown },
    caught: 'Edge 18: the grammar of JSON: no JSON: a number with a zero in front',
  },
  {
    flaw: 'reads the words of Python',
    protocol: { parse: (text) => JSON.parse(text.replace(/:True\b/g, ':true')) as unknown },
    caught: 'Edge 18: the grammar of JSON: no JSON: True',
  },
  {
    flaw: 'composes letters',
    tamper: (answer) => ({ ...answer, text: answer.text.normalize('NFC') }),
    caught: 'Texts and names: a text comes back as it was, as a value, a name and a call id: the same letters in parts',
  },
  {
    flaw: 'drops what nobody sees',
    tamper: (answer) => ({ ...answer, text: answer.text.replace(/[\u200b\u2060]/g, '') }),
    caught:
      'Texts and names: a text comes back as it was, as a value, a name and a call id: characters that nobody sees',
  },
  {
    flaw: 'trims names',
    tamper: (answer) => ({ ...answer, text: answer.text.replaceAll('" "', '""') }),
    caught: 'Texts and names: a member comes back under its name: " "',
  },
  {
    flaw: 'finds tools in any case',
    protocol: {
      find: (all, id, version) =>
        all.find((one) => find([one], one.id, version) && one.id.toLowerCase() === id.toLowerCase()),
    },
    caught: 'Edge 1: the grammar of tool ids: the tool id "CALCULATOR.ADD" is refused',
  },
  {
    flaw: 'finds tools by their beginning',
    protocol: { find: (all, id, version) => all.find((one) => one.id.startsWith(id) && find([one], one.id, version)) },
    caught: 'Edge 1: the grammar of tool ids: the tool id "Calculator.Ad" is refused',
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
      'HTTP: the length of a body: both at once runs once or not at all: a length that covers a request behind the chunks',
    advised: true,
  },
];

const right = { $schema: 'otc://1.0', result: { call_id: 'a', success: true, value: {} } };

test('a right server fails none of these cases', async () => {
  for (const { caught, advised } of spoilt) {
    expect(await titlesThat(advised ? 'warn' : 'fail', { tools }, {}, caught)).toEqual([]);
    expect(await titlesThat('pass', { tools }, {}, caught)).toEqual([caught]);
  }
});

test.each(spoilt)('a server that $flaw is caught', async ({ caught, advised, flaw: _flaw, ...how }) => {
  expect(await titlesThat(advised ? 'warn' : 'fail', { tools, ...how }, {}, caught)).toEqual([caught]);
});
