import { type JsonRecord, recordOf } from './json.ts';
import type { SampleCall } from './sample-calls.ts';
import type { ListedTool } from './tool-refusals.ts';

/** The tool of an operation. Each project changes operation IDs in its own way, and may put a prefix before them. */
export function toolOfOperation(id: string, tools: readonly ListedTool[]): ListedTool | undefined {
  const wanted = plain(id);
  return (
    tools.find(({ name }) => plain(name) === wanted) ??
    tools.find(({ name }) => plain(name.slice(name.indexOf('_') + 1)) === wanted)
  );
}

/** The arguments with the values of a call. A value without a field is omitted. */
export function argumentsOf(call: SampleCall, { inputSchema }: ListedTool): JsonRecord {
  const fields = Object.keys(recordOf(inputSchema['properties']));
  const values: Record<string, unknown> = {};
  for (const { name, in: location, value } of call.parameters) {
    const field = fields.find((one) => one === `${name}__${location}`) ?? fieldFor(name, fields);
    if (field !== undefined) values[field] = value;
  }
  if (call.body === undefined) return values;
  const whole = ['body', 'requestBody'].find((name) => fields.includes(name));
  if (whole !== undefined) return { ...values, [whole]: call.body.value };
  // The fields of the body are next to the parameters.
  for (const [name, value] of Object.entries(call.body.value)) {
    const field = fields.find((one) => one === `${name}__body`) ?? fieldFor(name, fields);
    if (field !== undefined) values[field] = value;
  }
  return values;
}

function fieldFor(name: string, fields: readonly string[]): string | undefined {
  return fields.find((one) => one === name) ?? fields.find((one) => plain(one) === plain(name));
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/gu, '');
}
