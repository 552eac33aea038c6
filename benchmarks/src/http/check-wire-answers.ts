import { ok, strictEqual } from 'node:assert';
import type { Contender } from './take-turns.ts';

interface Answer {
  readonly status: number;
  readonly message: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

/** Throws if servers don't do the work: the correct sum, and no sum for an invalid input or an unknown tool. */
export async function checkWireAnswers(
  contenders: readonly Contender[],
  ports: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { name, exchange } of contenders) {
    const port = ports.get(name);
    if (exchange === undefined || port === undefined) throw new TypeError(`There is nothing to ask ${name}`);
    const right = await answerTo(port, exchange.request);
    strictEqual(right.status, 200, `${name} answers the call`);
    ok(!isRefusal(right), `${name} has no error for the call: ${JSON.stringify(right)}`);
    ok(holdsSum(right.message), `${name} answers the sum: ${JSON.stringify(right)}`);
    for (const wrong of [
      exchange.request.replace('19', '"nineteen"'),
      exchange.request.replace(/(?<=Calculator[._]|")Add(?=\r|")/g, 'Ad'),
    ]) {
      ok(wrong !== exchange.request, `There is something wrong in what ${name} is asked`);
      const refused = await answerTo(port, wrong);
      ok(isRefusal(refused), `${name} refuses what is wrong: ${JSON.stringify(refused)}`);
      ok(!holdsSum(refused.message), `${name} answers no sum to what is wrong: ${JSON.stringify(refused)}`);
    }
  }
}

/** Sends a prepared request. A streamed response is its single message. */
async function answerTo(port: number, request: string): Promise<Answer> {
  const [head = '', body = ''] = request.split('\r\n\r\n');
  const [firstLine = '', ...fields] = head.split('\r\n');
  const [, path] = firstLine.split(' ');
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon), field.slice(colon + 1).trim()];
  });
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: headers.filter(([name]) => !/^(?:host|connection|content-length)$/i.test(name)),
    body,
  });
  const text = await response.text();
  return { status: response.status, message: JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as Fields };
}

function isRefusal({ status, message }: Answer): boolean {
  if (status !== 200 || message['error'] !== undefined || message['success'] === false) return true;
  const { result } = message;
  return isObject(result) && (result['isError'] === true || result['success'] === false);
}

/** The sum in the format of MCP, Open Tool Calling or Arcade; for MCP as text and as a value. */
function holdsSum({ result, output }: Fields): boolean {
  if (isObject(output)) return output['value'] === 42;
  if (!isObject(result)) return false;
  const { value, content, structuredContent: structured } = result;
  if (content === undefined) return value === 42;
  const sum = isObject(structured) ? structured['result'] : structured;
  return sum === 42 && JSON.stringify(content) === '[{"type":"text","text":"42"}]';
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
