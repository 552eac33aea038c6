import type { ListedTool } from '@toolwire/conformance';
import fc from 'fast-check';
import { damaged } from './byte-edits.ts';
import type { ExpectedResult, FuzzCase } from './fuzz-case.ts';
import { toolInput } from './tool-input.ts';

const hostileTexts = [
  '',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'a\r\nSet-Cookie: x=1',
  '\0',
  '\ud800',
  '🛎️',
  '[object Object]',
  '../../etc/passwd',
  '${7*7}',
  'x'.repeat(300),
  'x'.repeat(20_000),
];

const hostileText = fc.constantFrom(...hostileTexts);
const nested = fc.integer({ min: 1, max: 200 }).map((depth): unknown => {
  let value: unknown = 0;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
});
const hostileNumber = fc.constantFrom(-0, 1e308, -1e308, 5e-324, 2 ** 53, -(2 ** 53), 1.5, 1e21);
const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constant(null),
  hostileText,
  hostileNumber,
  nested,
  fc.jsonValue(),
  fc.dictionary(hostileText, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
);

/** Mostly what belongs there, and now and then something else. */
function mostly<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 24, arbitrary }, { weight: 1, arbitrary: junk });
}

/** Nothing, and now and then something. */
function rarely(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

const schemaUris = [
  'otc://1.0',
  'urn:oxp:1.0',
  'otc://1.1',
  'otc://2.0',
  'otc://1',
  'otc://01.0',
  'https://example.com/',
  '1.0',
];
const schemaUri = fc.oneof({ weight: 12, arbitrary: fc.constant(schemaUris[0]) }, fc.constantFrom(...schemaUris));

const versions = ['', '@1', '@1.0.0', '@2', '@10.0.0', '@1.0', '@latest', '@^1', '@01.0.0', '@-1', '@1e3', '@'];
const hugeVersion = fc.nat(400).map((digits) => `@${'9'.repeat(digits + 1)}`);

function toolId(tool: ListedTool): fc.Arbitrary<string> {
  const [name = ''] = tool.id.split('@');
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(tool.id) },
    { weight: 2, arbitrary: fc.oneof(fc.constantFrom(...versions), hugeVersion).map((version) => name + version) },
    { weight: 1, arbitrary: fc.string({ maxLength: 5 }).map((more) => name + more) },
  );
}

const entry = (member: string): fc.Arbitrary<unknown> =>
  fc.record(
    { id: mostly(fc.constantFrom('conf', 'CONF_SECRET', 'gmail', 'SMS_API_KEY')), [member]: mostly(fc.string()) },
    { requiredKeys: ['id'] },
  );
const context = fc.record(
  {
    authorization: mostly(fc.array(entry('token'), { maxLength: 3 })),
    secrets: mostly(fc.array(entry('value'), { maxLength: 3 })),
    user_id: mostly(fc.string()),
  },
  { requiredKeys: [] },
);
/** All that any of the tools requires. */
const wholeContext = {
  authorization: ['conf', 'gmail', 'google'].map((id) => ({ id, token: 'a-token' })),
  secrets: ['CONF_SECRET', 'TWILIO_API_KEY'].map((id) => ({ id, value: 'a-secret' })),
  user_id: 'ada',
};
const callId = fc.oneof({ weight: 6, arbitrary: fc.uuid() }, fc.string({ maxLength: 300 }), hostileText);

/** An input that fits, or one where a parameter is wrong, too many, or missing. */
function anyInput(tool: ListedTool): fc.Arbitrary<unknown> {
  const fitting = toolInput(tool);
  const names = fitting.chain((input) => fc.constantFrom(...Object.keys(input), 'more', '__proto__', ''));
  const wrong = fc.tuple(fitting, names, fc.oneof(junk, fc.constant(undefined))).map(([input, name, value]) => {
    return Object.fromEntries([...Object.entries(input).filter(([key]) => key !== name), [name, value]]);
  });
  return fc.oneof({ weight: 3, arbitrary: fitting }, { weight: 3, arbitrary: wrong });
}

function wrongCall(tool: ListedTool): fc.Arbitrary<unknown> {
  const request = fc.record({
    tool_id: mostly(toolId(tool)),
    call_id: rarely(callId),
    trace_id: rarely(mostly(fc.string())),
    input: mostly(anyInput(tool)),
    inputs: rarely(toolInput(tool)),
    context: fc.oneof(rarely(mostly(context)), fc.constant(wholeContext)),
  });
  const envelope = fc.record({ $schema: mostly(schemaUri), request: mostly(request), extra: rarely(junk) });
  return fc.oneof(
    { weight: 8, arbitrary: envelope },
    { weight: 1, arbitrary: request },
    { weight: 1, arbitrary: junk },
  );
}

const marks = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\u0000',
  '\\ud800',
  '\\x',
  '//',
  '/*',
  "'",
  '\0',
  '\ufeff',
  ' ',
];
const words = ['1e400', '-', 'NaN', 'Infinity', 'null', '0x1', '01', '1.', '.5', 'true', 'undefined', '9'.repeat(500)];
const members = ['"__proto__":{"admin":true},', '"constructor":{"prototype":{"x":1}},', '"tool_id":"Conf.Echo",'];
const nests = ['['.repeat(70), '{"a":'.repeat(70)];
const wrongUtf8 = [
  [0xc3, 0x28],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xff, 0xfe],
  [0xef, 0xbb, 0xbf],
];
/** Pieces that mean something in JSON, or break it. */
const jsonTokens = [...marks, ...words, ...members, ...nests, ...wrongUtf8.map((bytes) => Buffer.from(bytes))];

/** A call with a predictable response. */
function rightCall(): fc.Arbitrary<FuzzCase> {
  // Never twice: an id that was used for another call is refused.
  const id = fc.tuple(fc.string({ maxLength: 220 }), fc.noBias(fc.uuid())).map(([text, unique]) => text + unique);
  const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e100, max: 1e100 }));
  const sum = fc.tuple(number, number).map(([a, b]): [string, unknown, unknown] => {
    return ['Calculator.Add', { a, b }, a + b];
  });
  const echo = fc
    .dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      fc.jsonValue({ maxDepth: 4 }),
    )
    .map((input): [string, unknown, unknown] => ['Conf.Echo@1', input, input]);
  const any = fc
    .oneof(fc.jsonValue(), hostileText, hostileNumber)
    .map((value): [string, unknown, unknown] => ['Conf.Any', { value }, value]);
  return fc.tuple(id, fc.oneof(sum, echo, any)).map(([call_id, [tool_id, input, value]]) => {
    const expected: ExpectedResult = { callId: call_id, value: JSON.stringify(value) };
    const body = Buffer.from(JSON.stringify({ $schema: 'otc://1.0', request: { call_id, tool_id, input } }));
    // In JavaScript `__proto__` is not an ordinary name, so the response may lack it.
    return { kind: 'call', body, expected: body.includes('__proto__') ? undefined : expected };
  });
}

// Whose answers take 200 ms.
const slowTool = 'Conf.Stall@1.0.0';

/** Calls that are right, and calls with something wrong in their structure, their text or their bytes. */
export function callCase(tools: readonly ListedTool[]): fc.Arbitrary<FuzzCase> {
  const wrong = fc
    .oneof(...tools.map((tool) => ({ weight: tool.id === slowTool ? 1 : 8, arbitrary: wrongCall(tool) })))
    .map((envelope) => Buffer.from(JSON.stringify(envelope)));
  const asCase = (body: Buffer): FuzzCase => ({ kind: 'call', body, expected: undefined });
  return fc.oneof(
    { weight: 3, arbitrary: rightCall() },
    { weight: 5, arbitrary: wrong.map(asCase) },
    { weight: 4, arbitrary: damaged(wrong, jsonTokens, 3).map(asCase) },
  );
}
